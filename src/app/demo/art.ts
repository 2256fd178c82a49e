/** Illustrations in a flat style, each in a frame of 560 × 420 units. */

const frame = (ground: string, inside: string) => `<rect width="560" height="420" fill="${ground}"/>${inside}`;
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const stroke = (d: string, colour: string, width = 6) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;

export function tent(canvas: string, door: string): string {
  return frame(
    '#cfdcd9',
    [
      '<circle cx="440" cy="90" r="34" fill="#eef3f1"/>',
      path('M0 300L120 190L210 260L330 150L450 250L560 180V420H0z', '#b3c5c1'),
      path('M0 330L140 250L280 320L420 240L560 310V420H0z', '#9db4af'),
      path('M0 360H560V420H0z', '#7f9a94'),
      path('M120 366L280 130L440 366z', canvas),
      path('M280 130L440 366H330z', door),
      path('M280 220L320 366H240z', '#26332f'),
      stroke('M120 366L84 378M440 366L476 378M280 130V112', '#26332f', 4),
    ].join(''),
  );
}

export function stove(can: string): string {
  return frame(
    '#ece8de',
    [
      '<ellipse cx="280" cy="366" rx="170" ry="22" fill="#d3ccbd"/>',
      `<rect x="214" y="252" width="132" height="112" rx="18" fill="${can}"/>`,
      '<rect x="214" y="286" width="132" height="40" fill="#f2ead8"/>',
      path('M186 214H374L346 240H214z', '#4b5254'),
      '<rect x="204" y="116" width="142" height="92" rx="10" fill="#98a2a6"/>',
      '<rect x="346" y="132" width="74" height="18" rx="9" fill="#3b4143"/>',
      stroke('M240 92q-14 -18 0 -36M280 92q-14 -18 0 -36M320 92q-14 -18 0 -36', '#c4bba9', 7),
    ].join(''),
  );
}

export function sleepingBag(outer: string, inner: string): string {
  return frame(
    '#dfe3ea',
    [
      '<ellipse cx="284" cy="352" rx="210" ry="24" fill="#c3cad6"/>',
      path('M90 236q0 -84 96 -84h236q76 0 76 92t-76 92H186q-96 0 -96 -100z', outer),
      path('M90 236q0 -84 96 -84q60 0 60 92t-60 92q-96 0 -96 -100z', inner),
      stroke('M262 158q44 84 0 172M330 154q40 88 0 178M398 154q36 88 0 178', '#ffffff55', 5),
    ].join(''),
  );
}

export function lantern(glow: string): string {
  return frame(
    '#22303a',
    [
      `<circle cx="280" cy="220" r="170" fill="${glow}" opacity="0.18"/><circle cx="280" cy="220" r="110" fill="${glow}" opacity="0.3"/>`,
      stroke('M226 130q0 -62 54 -62t54 62', '#9aa7ad', 8),
      '<rect x="212" y="126" width="136" height="30" rx="8" fill="#56656d"/>',
      `<rect x="226" y="156" width="108" height="140" rx="12" fill="${glow}"/>`,
      '<rect x="206" y="296" width="148" height="54" rx="12" fill="#56656d"/>',
    ].join(''),
  );
}

export function vase(clay: string, ground: string, line: string): string {
  return frame(
    ground,
    [
      path('M232 70h96l-10 40q92 46 92 136q0 108 -96 124h-68q-96 -16 -96 -124q0 -90 92 -136z', clay),
      stroke('M178 206q102 54 204 0M172 250q108 56 216 0M182 296q98 46 196 0', line, 8),
    ].join(''),
  );
}

export function leaf(blade: string, ground: string, vein: string): string {
  return frame(
    ground,
    [
      path('M280 44q136 96 118 210q-16 100 -118 122q-102 -22 -118 -122q-18 -114 118 -210z', blade),
      stroke('M280 100V400M280 190L346 150M280 250L360 206M280 310L344 276M280 190L214 150M280 250L200 206', vein, 9),
    ].join(''),
  );
}

export function chair(wood: string, ground: string): string {
  return frame(
    ground,
    [
      '<ellipse cx="280" cy="378" rx="150" ry="16" fill="#0002"/>',
      stroke('M206 60L222 250L196 372M354 60L338 250L364 372M222 250L214 372M338 250L346 372', wood, 14),
      stroke('M210 90H350M213 126H347M216 162H344', wood, 12),
      `<rect x="196" y="234" width="168" height="30" rx="12" fill="${wood}"/>`,
    ].join(''),
  );
}

export function harbour(sky: string, sea: string): string {
  return frame(
    sky,
    [
      path('M0 268q70 -26 140 0t140 0t140 0t140 0V420H0z', sea),
      path('M170 250H390L356 316H204z', '#f4ead7'),
      path('M276 236V70L360 236z', '#f9f5ea'),
      path('M262 236V104L206 236z', '#e4d8bf'),
      path('M0 334q70 -20 140 0t140 0t140 0t140 0V420H0z', '#00000022'),
    ].join(''),
  );
}

export function skyline(sky: string, sun: string, houses: string): string {
  const towers = [30, 96, 172, 250, 316, 402, 474].map((x, index) => {
    const height = [150, 218, 120, 252, 176, 230, 140][index] ?? 150;
    return `<rect x="${x}" y="${340 - height}" width="58" height="${height}" fill="${houses}"/>`;
  });
  return frame(
    sky,
    `<circle cx="384" cy="160" r="74" fill="${sun}"/>${towers.join('')}<rect y="340" width="560" height="80" fill="${houses}" opacity="0.8"/>`,
  );
}

export function bridge(sky: string, steel: string): string {
  return frame(
    sky,
    [
      path('M0 330H560V420H0z', '#6d8a96'),
      stroke('M0 284H560', steel, 14),
      stroke('M130 330V96M430 330V96', steel, 16),
      stroke('M0 200Q80 150 130 100Q280 360 430 100Q480 150 560 200', steel, 6),
      stroke('M180 284V176M230 284V230M280 284V240M330 284V230M380 284V176', steel, 3),
    ].join(''),
  );
}

export function moss(ground: string, green: string): string {
  const tufts = Array.from({ length: 24 }, (_, index) => {
    const [x, y] = [56 + ((index * 83) % 448), 262 + ((index * 47) % 104)];
    return `<circle cx="${x}" cy="${y}" r="${20 + ((index * 13) % 30)}" fill="#2f4a1f" opacity="${0.12 + (index % 4) / 16}"/>`;
  });
  return frame(
    ground,
    `${path('M0 200q140 -60 280 -10t280 -20V420H0z', '#ffffff55')}${path('M0 240q140 -60 280 -10t280 -20V420H0z', green)}${tufts.join('')}`,
  );
}

/** A mountain ridge over a frame of 1280 × 300 units. */
export function ridge(sky: string, far: string, near: string): string {
  return [
    `<rect width="1280" height="300" fill="${sky}"/>`,
    path('M0 250L150 190L260 230L420 170L560 210L720 90L860 200L1010 60L1140 180L1280 110V300H0z', far),
    path('M1010 60L1053 100L1028 96L1002 112L972 98z', '#fff'),
    path('M720 90L756 118L732 116L708 128L684 115z', '#fff'),
    path('M0 270L200 180L380 262L560 196L780 270L960 190L1280 268V300H0z', near),
  ].join('');
}
