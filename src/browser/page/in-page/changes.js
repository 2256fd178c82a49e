/** The times of the last changes of the page, in milliseconds. */
((page) => {
  /** Milliseconds without a change after which a page is still. */
  const [leastCalm, mostCalm] = [150, 900];

  const remembered = 5;
  /** Within this time, as many changes as are remembered count as frequent. */
  const frequentTime = 2_600;

  /** Changes that follow each other within this time are one step of the page. */
  const stepTime = 100;
  /** After this many steps at equal intervals, another one is expected. */
  const leastSteps = 3;
  const [shortestInterval, longestInterval] = [200, 2_200];
  /** After two additions within this time, another one is expected. */
  const longestPause = 1_000;

  class Changes {
    /** The last change of the DOM or a canvas. */
    last = 0;
    /** The last time that elements were added. */
    lastAdded = 0;
    #changes = [];
    #steps = [];
    /** Between the last two additions. */
    #pause = 0;

    note(time) {
      if (this.#changes.length === 0 || time > this.last + stepTime)
        this.#steps = [...this.#steps, time].slice(-leastSteps);
      this.#changes = [...this.#changes, time].slice(-remembered);
      this.last = time;
    }

    noteAddition(time) {
      if (this.lastAdded > 0 && time > this.lastAdded + stepTime) this.#pause = time - this.lastAdded;
      this.lastAdded = time;
    }

    noteDrawing(time) {
      this.last = Math.max(this.last, time);
    }

    /** Whether the page has changed again and again lately. */
    areFrequent(now) {
      return this.#changes.length === remembered && now - this.#changes[0] < frequentTime;
    }

    areOver(now) {
      return now >= this.last + Math.max(this.#calmTime(now), 1.5 * this.#interval());
    }

    /** Whether the page is adding elements one after the other. */
    areAdditions(now) {
      return this.#pause > 0 && this.#pause <= longestPause && now < this.lastAdded + 1.5 * this.#pause;
    }

    /** Whether the page changes regularly and slowly, such as a counter or slides. */
    areSlowSteps() {
      return this.#interval() > 0;
    }

    /** Longer for a page that changes at about the same short intervals. */
    #calmTime(now) {
      const { shortest, longest } = intervalsOf(this.#changes);
      if (!this.areFrequent(now) || longest > 2 * shortest + 20) return leastCalm;
      return Math.min(Math.max(3 * longest, leastCalm), mostCalm);
    }

    /** The interval between slow steps, or 0. */
    #interval() {
      const { shortest, longest } = intervalsOf(this.#steps);
      const isRegular = this.#steps.length === leastSteps && longest <= 1.3 * shortest + 20;
      return isRegular && shortest >= shortestInterval && longest <= longestInterval ? longest : 0;
    }
  }

  function intervalsOf(times) {
    const intervals = times.slice(1).map((time, n) => time - times[n]);
    return { shortest: Math.min(...intervals), longest: Math.max(...intervals) };
  }

  const changes = new Changes();
  const noteAll = (records) => {
    changes.note(performance.now());
    if (records.some(({ addedNodes }) => addedNodes.length > 0)) changes.noteAddition(changes.last);
  };
  new MutationObserver(noteAll).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });

  Object.assign(page, { changes });
})(globalThis.pagekeep);
