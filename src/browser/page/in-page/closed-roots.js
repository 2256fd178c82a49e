/** Finds elements that may have a closed shadow root. Scripts cannot ask for one, so page/closed-roots.ts does. */
((page) => {
  const { closedRoots, rootOf } = page;

  const maxHosts = 20;
  /** Parts of the window where banners are. */
  const [columns, rows] = [
    [0.05, 0.5, 0.95],
    [0.04, 0.25, 0.5, 0.75, 0.96],
  ];

  /** Only these and custom elements can have a shadow root. */
  const HOST = 'article, aside, blockquote, div, footer, h1, h2, h3, h4, h5, h6, header, main, nav, p, section, span';
  const isCustom = ({ localName }) => localName.includes('-');

  const isEmpty = (element) => element.childElementCount === 0 && element.textContent.trim() === '';

  function isOutside(element, x, y) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  }

  /** An element is hit where its shadow tree is drawn, also outside of its own box. */
  function hitHosts() {
    const points = rows.flatMap((row) => columns.map((column) => [column * innerWidth, row * innerHeight]));
    return points.flatMap(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      const isHost = hit && (isCustom(hit) || hit.matches(HOST)) && (isEmpty(hit) || isOutside(hit, x, y));
      return isHost ? [hit] : [];
    });
  }

  /** A custom element without content of its own. */
  const customHosts = () =>
    [...document.querySelectorAll('body *')].filter((element) => isCustom(element) && isEmpty(element));

  let hosts = [];

  /** Returns the number of elements. */
  function findClosedHosts() {
    const found = new Set([...hitHosts(), ...customHosts()]);
    hosts = [...found].filter((element) => !rootOf(element)).slice(0, maxHosts);
    return hosts.length;
  }

  const closedHosts = () => hosts;

  const addClosedRoot = (root) => void closedRoots.set(root.host, root);

  Object.assign(page, { findClosedHosts, closedHosts, addClosedRoot });
})(globalThis.pagekeep);
