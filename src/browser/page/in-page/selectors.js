/** Finds short selectors that find the same elements again at the next capture. */
((page) => {
  /** Attributes that sites give to elements for programs. */
  const attributes = [
    'data-testid',
    'data-test',
    'data-qa',
    'data-cy',
    'data-component',
    'data-section',
    'data-widget',
  ];
  const landmarks = ['header', 'nav', 'main', 'aside', 'footer', 'form', 'table', 'h1', 'time', 'iframe', 'video'];
  const roles = ['alert', 'banner', 'complementary', 'contentinfo', 'main', 'navigation', 'search', 'status'];

  const word = /^[A-Za-z][A-Za-z0-9]*(?:[-_]+[A-Za-z0-9]+)*$/;
  const longest = 40;
  const setOf = (...lines) => new Set(lines.join(' ').split(' '));
  /** The first words of names that tools make. */
  const tools = setOf('css sc jss jsx emotion svelte astro ember radix headlessui mui yui');
  /** Classes of a state, which come and go. */
  const states = setOf(
    'active open opened close closed hidden visible show shown loaded loading lazy lazyload lazyloaded',
    'selected current focus hover first last odd even',
  );
  /** The first words of classes such as is-open, mt-4 and col-md-6, which do not say what an element is. */
  const looks = setOf(
    'is has js no m mt mr mb ml mx my ms me p pt pr pb pl px py ps pe w h min max gap grid col cols row flex text bg',
    'border rounded shadow font leading items justify self space z d order float top left right bottom inset opacity',
    'overflow position align container clearfix wrapper inner block inline relative absolute sticky fixed',
  );

  /** Whether a part of a name looks like a hash: digits between letters, changing case, or no vowels. */
  function isHash(part) {
    if (/\d{5,}/.test(part) || (part.length >= 5 && /\d[A-Za-z]/.test(part))) return true;
    if (part.length < 5) return false;
    const words = part.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
    return (words.length > 1 && part.length / words.length < 2.5) || /^[b-df-hj-np-tv-xz]+$/i.test(part);
  }

  const partsOf = (name) => name.split(/[-_]+/);

  function isStable(name) {
    if (name.length < 2 || name.length > longest || !word.test(name)) return false;
    const parts = partsOf(name);
    return !parts.some(isHash) && !(tools.has(parts[0].replace(/\d+$/, '')) && /\d/.test(name));
  }

  const isStableClass = (name) => isStable(name) && !states.has(name) && !looks.has(partsOf(name)[0]);

  /** How elements get simple selectors, the best way first: an attribute, and the selectors for its value. */
  const ways = [
    { query: '[id]', attribute: 'id', selectorsFor: (value) => (isStable(value) ? [`#${value}`] : []) },
    ...attributes.map((attribute) => ({
      query: `[${attribute}]`,
      attribute,
      selectorsFor: (value) => (isStable(value) ? [`[${attribute}="${value}"]`] : []),
    })),
    ...[...landmarks, ...roles.map((role) => `[role="${role}"]`)].map((query) => ({
      query,
      selectorsFor: () => [query],
    })),
    {
      query: '[class]',
      attribute: 'class',
      selectorsFor: (value) =>
        value
          .split(/\s+/, 20)
          .filter(isStableClass)
          .map((name) => `.${name}`),
    },
  ];

  /** More elements than this have nothing in common that a user would ignore. */
  const mostShared = 8;
  const mostCounted = 64;
  /** A way that finds more elements is left out, because all of them must be seen to know which selectors are unique. */
  const mostSeen = 20_000;

  /** All elements of each simple selector, the best selectors first. */
  function findSimple(roots) {
    const found = new Map();
    const listOf = (selector) => {
      const list = found.get(selector) ?? [];
      found.set(selector, list);
      return list;
    };
    for (const { query, attribute, selectorsFor } of ways) {
      const lists = roots.map((root) => root.querySelectorAll(query));
      if (lists.reduce((sum, { length }) => sum + length, 0) > mostSeen) continue;
      // Many elements have the same classes.
      const known = new Map();
      for (const element of lists.flatMap((list) => [...list])) {
        const value = attribute && element.getAttribute(attribute);
        const same = known.get(value) ?? selectorsFor(value).map(listOf);
        known.set(value, same);
        // Keeps mostCounted + 1 elements to show that the list is incomplete.
        for (const list of same) if (list.length <= mostCounted) list.push(element);
      }
    }
    return found;
  }

  /** Selectors such as `#prices .total` for elements that share a simple selector with others. */
  function combine(shared, unique, isOver) {
    const nearest = (element) => {
      for (let each = element.parentElement; each; each = each.parentElement) if (unique.has(each)) return each;
      return undefined;
    };
    const combined = new Map();
    for (const [selector, elements] of shared) {
      if (isOver()) break;
      for (const parent of new Set(elements.map(nearest))) {
        if (!parent) continue;
        const inside = elements.filter((element) => parent.contains(element));
        if (inside.length < elements.length && inside.length <= mostShared)
          combined.set(`${unique.get(parent)} ${selector}`, inside);
      }
    }
    return combined;
  }

  /** Pairs of a selector and its elements, those with a single element first. */
  function stableSelectors(roots, isOver) {
    const simple = findSimple(roots);
    const unique = new Map();
    for (const [selector, [element, another]] of simple)
      if (!another && !unique.has(element)) unique.set(element, selector);
    const shared = [...simple].filter(([, { length }]) => length > 1 && length <= mostCounted);
    const combined = [...combine(shared, unique, isOver)].toSorted(([, one], [, other]) => one.length - other.length);
    return [
      ...[...unique].map(([element, selector]) => [selector, [element]]),
      ...combined,
      ...shared.filter(([, { length }]) => length <= mostShared),
    ];
  }

  Object.assign(page, { stableSelectors });
})(globalThis.pagekeep);
