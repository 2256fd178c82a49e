import { Canvas, SCREEN_HEIGHT } from './canvas.ts';

/** Ages are counted in days, back from the time of the fill. */
type Days = number;

/** A time at which the page could not be captured. */
interface Trouble {
  readonly from: Days;
  /** 0: it lasts until now. */
  readonly to: Days;
  readonly kind: 'unavailable' | 'blocked' | 'missing' | 'dns' | 'deadline';
}

/** A webpage of an invented site, and how its content changed over time. */
interface Script<State> {
  readonly url: string;
  readonly title: string | ((state: State) => string);
  readonly keywords: readonly string[];
  readonly schedule: '6h' | '12h' | 'daily' | 'weekly';
  readonly since: Days;
  readonly ground: string;
  readonly first: State;
  /** Oldest first. */
  readonly edits: readonly (readonly [age: Days, edit: Partial<State>])[];
  /** Draws the page with `day` as its date, and returns its height. */
  readonly draw: (canvas: Canvas, state: State, day: Date) => number;
  readonly troubles?: readonly Trouble[];
  /** Selectors of elements whose changes do not count. */
  readonly ignored?: readonly string[];
  readonly starred?: readonly Days[];
  readonly paused?: boolean;
}

export interface Version {
  readonly age: Days;
  readonly title: string;
  draw(day: Date): Pick<Canvas, 'elements' | 'passages'> & { svg: string; height: number };
}

export interface Story
  extends Pick<Script<never>, 'url' | 'keywords' | 'schedule' | 'since'>,
    Required<Pick<Script<never>, 'troubles' | 'ignored' | 'starred' | 'paused'>> {
  /** Oldest first; the first one is as old as the story. */
  readonly versions: readonly Version[];
}

/** Tells the story of a page: one version for its beginning and one for each edit. */
export function story<State extends object>(script: Script<State>): Story {
  const { url, keywords, schedule, since, troubles = [], ignored = [], starred = [], paused = false } = script;
  let state = script.first;
  const versions = [[since, {}] as const, ...script.edits].map(([age, edit]) => {
    state = { ...state, ...edit };
    return versionOf(script, state, age);
  });
  return { url, keywords, schedule, since, troubles, ignored, starred, paused, versions };
}

function versionOf<State>({ title, ground, draw }: Script<State>, state: State, age: Days): Version {
  return {
    age,
    title: typeof title === 'string' ? title : title(state),
    draw(day) {
      const canvas = new Canvas();
      const height = Math.max(draw(canvas, state, day), SCREEN_HEIGHT);
      const { elements, passages } = canvas;
      return { svg: canvas.svg(height, ground), height, elements, passages };
    },
  };
}
