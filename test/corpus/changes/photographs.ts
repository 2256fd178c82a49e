import sharp from 'sharp';

const [WIDTH, HEIGHT] = [900, 600];
const encoded = new Map<string, Promise<Buffer>>();

/** Smooth shapes with grain, different for each seed. Another quality gives other noise in the same picture. */
export function photograph(seed: number, quality: number): Promise<Buffer> {
  const key = `${seed} ${quality}`;
  const known = encoded.get(key) ?? draw(seed, quality);
  encoded.set(key, known);
  return known;
}

function draw(seed: number, quality: number): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  let state = seed + 1;
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const hill = y > HEIGHT * (0.45 + 0.2 * Math.sin(x / (90 + (seed % 7) * 20) + seed)) ? 60 : 0;
      const disc = (x - 200 - (seed % 5) * 110) ** 2 + (y - 160 - (seed % 3) * 70) ** 2 < 9000 ? 80 : 0;
      for (let channel = 0; channel < 3; channel += 1) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
        const sky = 130 + 50 * Math.sin((x + seed * 97) / (140 + channel * 30)) * Math.cos(y / (110 + (seed % 4) * 25));
        const value = sky - hill * (channel === seed % 3 ? 0.2 : 1) + disc + ((state >> 12) % 14) - 7;
        pixels[(y * WIDTH + x) * 3 + channel] = Math.max(0, Math.min(255, value));
      }
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}
