import type { CaptureWatch, Phase, PhaseTimes } from '../../domain/capture.ts';

/** Measures the phases of one capture. Each begins where the previous one ends. */
export class Stopwatch {
  readonly #times: Partial<Record<Phase, number>> = {};
  readonly #onPhase: CaptureWatch['onPhase'];
  #phase: Phase | undefined;
  #since = 0;

  constructor(onPhase: CaptureWatch['onPhase']) {
    this.#onPhase = onPhase;
  }

  begin(phase: Phase): void {
    this.stop();
    this.#phase = phase;
    this.#since = performance.now();
    this.#onPhase?.(phase);
  }

  stop(): PhaseTimes {
    if (this.#phase) this.#times[this.#phase] = Math.round(performance.now() - this.#since);
    this.#phase = undefined;
    return { ...this.#times };
  }
}
