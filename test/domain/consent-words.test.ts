import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptControl, closeControl, consentWords, rejectControl } from '../../src/domain/consent-words.ts';

function answerOf(label: string): string {
  if (rejectControl.test(label)) return 'reject';
  if (acceptControl.test(label)) return 'accept';
  return closeControl.test(label) ? 'close' : 'none';
}

const answers: Readonly<Record<string, readonly string[]>> = {
  accept: [
    'Accept all',
    'AGREE',
    'Allow all cookies',
    'I understand',
    '✓ OK, accept all',
    'Ich stimme zu',
    'Cookies erlauben',
    'J’accepte',
    'Tout autoriser',
    'Entendido',
    'Aceito',
    'Ho capito',
    'Akkoord',
    'Begrepen!',
    'Jag förstår',
    'Godta alle',
    'Hyväksy kaikki',
    'Rozumím',
    'Elfogadom',
    'Kabul et',
    'Συμφωνώ',
    'Принять все',
    '同意する',
    '我知道了',
    '모두 동의',
    'אישור',
  ],
  reject: [
    'Reject all',
    'Accept only necessary cookies',
    'Save my choices',
    'Nur notwendige Cookies',
    'Auswahl speichern',
    'Continuer sans accepter',
    'Enregistrer mes choix',
    'Alles afwijzen',
    'Neka alla',
    'Kun nødvendige',
    'Vain välttämättömät',
    'Odmítnout vše',
    'Reddet',
    'すべて拒否',
    '全部拒绝',
  ],
  close: ['×', '✕', 'X', 'Close', 'Dismiss', 'Schließen', 'Fermer la fenêtre', '閉じる'],
  none: [
    'Read our cookie policy',
    'Manage preferences',
    'Einstellungen',
    'Continue reading',
    'Accessories',
    'Closed on Mondays',
    'Savings account',
    'XL',
    '設定',
    'Details anzeigen',
  ],
};

for (const [answer, labels] of Object.entries(answers))
  test(`controls whose label means: ${answer}`, () => {
    assert.deepEqual(
      labels.map((label) => [label, answerOf(label)]),
      labels.map((label) => [label, answer]),
    );
  });

test('questions about cookies in many languages, and sentences about other things', () => {
  const questions = [
    'We use cookies.',
    'Używamy plików cookie.',
    'Käytämme evästeitä.',
    'Keräämme henkilötietojasi.',
    'We collect and process your personal information.',
    'Les informations que nous collectons',
    'Bu sitede çerezler kullanılır.',
    'Vi bruker informasjonskapsler.',
    '当サイトではCookieを使用しています。',
    '이 사이트는 쿠키를 사용합니다.',
  ];
  assert.deepEqual(
    questions.filter((question) => !consentWords.test(question)),
    [],
  );
  const others = ['A recipe for cookbooks', 'The consensus of experts', 'Zusammenfassung', 'Подушка и покупки'];
  assert.deepEqual(
    others.filter((text) => consentWords.test(text)),
    [],
  );
});
