/**
 * Fonts of a single script, for the living scripts that Unicode recommends (UAX #31) and the other fonts do not have, and
 * for others with readers on the web. Each file has the characters of its script only.
 */
export const scriptFonts = [
  {
    family: 'Noto Sans Armenian',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-armenian/files/noto-sans-armenian-armenian-wght-normal.woff2',
    ),
    languages: ['hy'],
  },
  {
    family: 'Noto Sans Ethiopic',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-wght-normal.woff2',
    ),
    languages: ['am', 'ti'],
  },
  {
    family: 'Noto Sans Georgian',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-georgian/files/noto-sans-georgian-georgian-wght-normal.woff2',
    ),
    languages: ['ka'],
  },
  {
    family: 'Noto Sans Gujarati',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-gujarati/files/noto-sans-gujarati-gujarati-wght-normal.woff2',
    ),
    languages: ['gu'],
  },
  {
    family: 'Noto Sans Gurmukhi',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi-wght-normal.woff2',
    ),
    languages: ['pa'],
  },
  {
    family: 'Noto Sans Kannada',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2',
    ),
    languages: ['kn'],
  },
  {
    family: 'Noto Sans Khmer',
    file: import.meta.resolve('@fontsource-variable/noto-sans-khmer/files/noto-sans-khmer-khmer-wght-normal.woff2'),
    languages: ['km'],
  },
  {
    family: 'Noto Sans Lao',
    file: import.meta.resolve('@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2'),
    languages: ['lo'],
  },
  {
    family: 'Noto Sans Malayalam',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-wght-normal.woff2',
    ),
    languages: ['ml'],
  },
  {
    family: 'Noto Sans Myanmar',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-myanmar/files/noto-sans-myanmar-myanmar-wght-normal.woff2',
    ),
    languages: ['my'],
  },
  {
    family: 'Noto Sans Oriya',
    file: import.meta.resolve('@fontsource-variable/noto-sans-oriya/files/noto-sans-oriya-oriya-wght-normal.woff2'),
    languages: ['or'],
  },
  {
    family: 'Noto Sans Sinhala',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-sinhala/files/noto-sans-sinhala-sinhala-wght-normal.woff2',
    ),
    languages: ['si'],
  },
  {
    family: 'Noto Sans Telugu',
    file: import.meta.resolve('@fontsource-variable/noto-sans-telugu/files/noto-sans-telugu-telugu-wght-normal.woff2'),
    languages: ['te'],
  },
  {
    family: 'Noto Sans Thaana',
    file: import.meta.resolve('@fontsource-variable/noto-sans-thaana/files/noto-sans-thaana-thaana-wght-normal.woff2'),
    languages: ['dv'],
  },
  {
    family: 'Noto Sans Cherokee',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-cherokee/files/noto-sans-cherokee-cherokee-wght-normal.woff2',
    ),
    languages: ['chr'],
  },
  {
    family: 'Noto Sans Canadian Aboriginal',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-canadian-aboriginal/files/noto-sans-canadian-aboriginal-canadian-aboriginal-wght-normal.woff2',
    ),
    languages: ['iu'],
  },
  {
    family: 'Noto Sans Syriac',
    file: import.meta.resolve('@fontsource-variable/noto-sans-syriac/files/noto-sans-syriac-syriac-wght-normal.woff2'),
    languages: ['syr'],
  },
  {
    family: 'Noto Sans Javanese',
    file: import.meta.resolve(
      '@fontsource-variable/noto-sans-javanese/files/noto-sans-javanese-javanese-wght-normal.woff2',
    ),
    languages: ['jv'],
  },
  {
    family: 'Noto Serif Tibetan',
    file: import.meta.resolve(
      '@fontsource-variable/noto-serif-tibetan/files/noto-serif-tibetan-tibetan-wght-normal.woff2',
    ),
    languages: ['bo', 'dz'],
  },
  {
    family: 'Noto Sans Mongolian',
    file: import.meta.resolve('@fontsource/noto-sans-mongolian/files/noto-sans-mongolian-mongolian-400-normal.woff2'),
    languages: ['mn'],
  },
  {
    family: 'Noto Sans Tifinagh',
    file: import.meta.resolve('@fontsource/noto-sans-tifinagh/files/noto-sans-tifinagh-tifinagh-400-normal.woff2'),
    languages: ['zgh'],
  },
  {
    family: 'Noto Sans NKo',
    file: import.meta.resolve('@fontsource/noto-sans-nko/files/noto-sans-nko-nko-400-normal.woff2'),
    languages: ['nqo'],
  },
];
