/** Text in a script that no font draws. */
((page) => {
  const BUNDLED =
    `Common Inherited Latin Greek Cyrillic Hebrew Arabic Devanagari Bengali Tamil Thai Han Hiragana Katakana
    Bopomofo Hangul Armenian Ethiopic Georgian Gujarati Gurmukhi Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Telugu
    Thaana Tibetan Cherokee Canadian_Aboriginal Syriac Javanese Mongolian Tifinagh Nko`.split(/\s+/);

  /** The others that have characters of a living language, or that pages about writing show. */
  const OTHERS = `Adlam Ahom Balinese Bamum Bassa_Vah Batak Brahmi Braille Buginese Buhid Chakma Cham Chorasmian Coptic
    Cuneiform Cypriot Cypro_Minoan Deseret Dogra Duployan Egyptian_Hieroglyphs Elbasan Glagolitic Gothic Grantha
    Gunjala_Gondi Hanifi_Rohingya Hanunoo Kaithi Kayah_Li Kharoshthi Khojki Khudawadi Lepcha Limbu Linear_A Linear_B Lisu
    Lycian Lydian Mandaic Masaram_Gondi Meetei_Mayek Mende_Kikakui Miao Modi Mro Multani Nag_Mundari New_Tai_Lue Newa Nushu
    Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Italic Old_Persian Old_Turkic Osage Osmanya Pahawh_Hmong Phags_Pa Phoenician
    Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sogdian Sora_Sompeng Soyombo Sundanese
    Syloti_Nagri Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tangut Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi
    Yezidi Yi Zanabazar_Square`.split(/\s+/);

  const inScripts = (names) => names.map((name) => `\\p{Script=${name}}`).join('');

  /** All other characters are in scripts with a bundled font. Most pages have none of these. */
  const MAYBE_UNUSUAL = /[\u0700-\u1dff\u2800-\u28ff\u2c00-\u2dff\ua000-\uabff\ud800-\ud83b]/;

  /** Made on demand, because it takes 3 ms. Icon fonts use private characters. */
  const unusual = () => new RegExp(`[^${inScripts(BUNDLED)}\\p{Co}\\p{Cn}\\p{Cs}]`, 'gu');

  const most = { characters: 200_000, found: 200 };

  function scriptOf(character) {
    const name = OTHERS.find((script) => new RegExp(inScripts([script]), 'u').test(character));
    return name?.replaceAll('_', ' ');
  }

  /** The fonts of the first element with this character. */
  function familyOf(character) {
    for (const tree of page.trees()) {
      const texts = document.createTreeWalker(tree.body ?? tree, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (parentElement && data.includes(character)) return getComputedStyle(parentElement).fontFamily;
      }
    }
    return 'sans-serif';
  }

  /** The names of the scripts in this visible text whose characters are boxes, or nothing at all. */
  function undrawnScripts(text) {
    if (!MAYBE_UNUSUAL.test(text)) return [];
    const samples = new Map();
    let found = 0;
    for (const [character] of text.slice(0, most.characters).matchAll(unusual())) {
      const script = scriptOf(character);
      if (script && !samples.has(script)) samples.set(script, character);
      found += 1;
      if (found === most.found) break;
    }
    return [...samples].filter(([, sample]) => !page.draws([sample], familyOf(sample))[0]).map(([script]) => script);
  }

  /** The visible text of frames that the page may read. */
  const frameText = () =>
    page
      .everywhere('iframe')
      .map((frame) => frame.contentDocument?.body?.innerText ?? '')
      .join('\n');

  Object.assign(page, { frameText, undrawnScripts });
})(globalThis.pagekeep);
