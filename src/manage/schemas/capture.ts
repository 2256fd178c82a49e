import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { choice, date, identifier, pageOf, reference, uri, ViewportSize } from './parts.ts';

export const Capture = Type.Object(
  {
    type: Type.Literal('Capture'),
    id: uri('URL of the record.'),
    identifier,
    startTime: date('When the attempt began (UTC).'),
    endTime: date('When it ended (UTC).'),
    outcome: choice(['shot', 'failed', 'refused'], { description: 'Whether there is a picture.' }),
    reason: Type.Optional(Type.String({ description: 'Why there is no picture, as a code.' })),
    summary: Type.Optional(Type.String({ description: 'Why there is no picture, as a sentence.' })),
    title: Type.Optional(Type.String({ description: 'Title of the page.' })),
    finalUrl: Type.Optional(uri('URL of the page after all redirects.')),
    httpStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the page.' })),
    viewport: Type.Optional(ViewportSize),
    pageHeight: Type.Optional(Type.Integer({ description: 'Height of the page in CSS pixels.' })),
    phases: Type.Record(Type.String(), Type.Number(), { description: 'Milliseconds spent in each phase.' }),
    warnings: Type.Array(Type.Object({ kind: Type.String(), detail: Type.String() }), {
      description: 'Problems that did not prevent the picture.',
    }),
    browserVersion: Type.Optional(Type.String({ description: 'Version of the browser.' })),
    about: reference('WebPage', 'The webpage that was captured.'),
    object: Type.Optional(reference('ImageObject', 'The screenshot.')),
  },
  { description: 'One attempt to capture a webpage.' },
);
export type Capture = Static<typeof Capture>;
export const Captures = pageOf(Capture, 'A page of the log of attempts, the newest first.');

export const CaptureRequest = Type.Object(
  {
    type: Type.Literal('CaptureRequest'),
    id: uri('URL of the record.'),
    identifier,
    published: date('When the capture was requested (UTC).'),
    captureStatus: choice(['queued', 'capturing', 'done'], { description: 'How far the capture is.' }),
    about: reference('WebPage', 'The webpage to capture.'),
    capture: Type.Optional(Capture),
  },
  { description: 'A requested capture. Fetch it again until captureStatus is done.' },
);
