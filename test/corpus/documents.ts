import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { pdfs } from './pdfs.ts';
import { type Behaviour, html, typed } from './server.ts';

const status =
  (code: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    response.writeHead(code, { 'content-type': 'text/html', ...headers }).end(body);

/** Ends once the page has requested its image: Chromium discards data that arrives right before a premature end. */
function half(): Behaviour {
  let pending: ServerResponse | undefined;
  return (_request, response, { search }) => {
    if (search !== '') {
      pending?.destroy();
      return void response.end();
    }
    pending = response.writeHead(200, { 'content-type': 'text/html', 'content-length': '10000' });
    response.write(`${redPage}<img src="/half?seen" alt="">`);
  };
}

/** Ends with nothing to show, whether Chromium has read the beginning or not. */
const brokenOff =
  (beginning: string): Behaviour =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '10000' });
    response.write(beginning, () => setTimeout(() => response.destroy(), 300));
  };

const redirect = (location: string) => status(302, '', { location });

const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer();

const redPage = '<body style="margin:0"><div style="height:300px;background:red">here</div>';

/** Responses that are not an ordinary page. */
export const documents: Readonly<Record<string, Behaviour>> = {
  '/page': html(`<title>A page</title>${redPage}`),
  '/long-title': html(`${redPage}<script>document.title = 'x'.repeat(2_000_000)</script>`),
  '/long-address': html(`${redPage}<script>location.hash = 'x'.repeat(1_000_000)</script>`),
  '/image.png': typed('image/png', png),
  '/drawing.svg': typed(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#f00"/></svg>',
  ),
  '/data.json': typed('application/json', JSON.stringify({ a: Array.from({ length: 50 }, (_, n) => n) })),
  '/notes.txt': typed('text/plain; charset=utf-8', 'plain text\n'.repeat(200)),
  '/feed.xml': typed('application/xml', '<?xml version="1.0"?><feed><title>x</title></feed>'),
  '/paper.pdf': typed('application/pdf', pdfs.coloured),
  '/small-paper.pdf': typed('application/pdf', pdfs.coloured),
  '/paper-to-keep': typed('application/pdf', pdfs.coloured, { 'content-disposition': 'attachment' }),
  '/to-paper': redirect('/paper.pdf'),
  '/written.pdf': typed('application/pdf', pdfs.written),
  '/chinese.pdf': typed('application/pdf', pdfs.chinese),
  '/scanned.pdf': typed('application/pdf', pdfs.scanned),
  '/many.pdf': typed('application/pdf', pdfs.many),
  '/locked.pdf': typed('application/pdf', pdfs.locked),
  '/broken.pdf': typed('application/pdf', pdfs.broken),
  '/gone.pdf': status(404, redPage, { 'content-type': 'application/pdf' }),
  '/table.csv': typed('text/csv', 'name,number\n'.repeat(200)),
  '/dates.ics': typed('text/calendar', 'BEGIN:VCALENDAR\n'.repeat(200), { 'content-disposition': 'attachment' }),
  '/settings.yaml': typed('application/yaml', 'name: ünïcode\n'.repeat(200)),
  '/letter.docx': typed(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    Buffer.from('PK\x03\x04'),
  ),
  '/archive.zip': typed('application/zip', Buffer.from('504b0506'.padEnd(44, '0'), 'hex')),
  '/to-keep.html': typed('text/html', redPage, { 'content-disposition': 'attachment; filename="x.html"' }),
  '/program': typed('application/octet-stream', Buffer.alloc(2_000, 1)),
  '/gone': status(404, `<title>Gone</title>${redPage}`),
  '/gone-without-a-word': status(404, ''),
  '/broken': status(500, redPage),
  '/broken-without-a-word': status(500, ''),
  '/locked': status(401, redPage, { 'www-authenticate': 'Basic realm="x"' }),
  '/no-content': status(204, ''),
  '/not-modified': status(304, ''),
  '/empty': status(200, ''),
  '/white': html('<title>white</title><body style="background:white">'),
  '/wall': status(403, '<title>Just a moment...</title><p>Verify you are human', { 'cf-mitigated': 'challenge' }),
  '/captcha': status(403, '<title>Access Denied</title><div id="px-captcha">Press & hold</div>'),
  '/there': redirect('/page'),
  '/there-and-there': redirect('/there'),
  '/round': redirect('/round'),
  '/to-file': redirect('file:///etc/passwd'),
  '/file-by-script': html(`${redPage}<script>location.href = 'file:///etc/passwd'</script>`),
  '/file-by-refresh': html(`<meta http-equiv="refresh" content="0; url=file:///etc/passwd">${redPage}`),
  '/file-by-link': html(`${redPage}<a href="file:///etc/passwd"></a><script>document.links[0].click()</script>`),
  '/file-by-window': html(`${redPage}<script>open('file:///etc/passwd', '_self')</script>`),
  '/file-by-pop-up': html(`${redPage}<script>open('file:///etc/passwd')</script>`),
  '/file-by-form': html(
    `${redPage}<form action="file:///etc/passwd"></form><script>document.forms[0].submit()</script>`,
  ),
  '/file-by-posted-form': html(
    `${redPage}<form method="post" action="file:///etc/passwd"></form><script>document.forms[0].submit()</script>`,
  ),
  '/file-by-form-after-load': html(
    `${redPage}<form action="file:///etc/passwd"></form><script>onload = () => document.forms[0].submit()</script>`,
  ),
  '/file-in-frame': html(`${redPage}<iframe src="file:///etc/passwd"></iframe>`),
  '/file-in-frame-by-script': html(
    `${redPage}<iframe></iframe><script>frames[0].location = 'file:///etc/passwd'</script>`,
  ),
  '/file-in-frame-by-form': html(`${redPage}<iframe name="frame"></iframe>
    <form action="file:///etc/passwd" target="frame"></form><script>document.forms[0].submit()</script>`),
  '/empty-frame': html(`${redPage}<iframe></iframe>`),
  '/no-content-by-script': html(`${redPage}<script>location.href = '/no-content'</script>`),
  '/download-by-script': html(`${redPage}<script>location.href = '/archive.zip'</script>`),
  '/mail-by-script': html(`${redPage}<script>location.href = 'mailto:somebody@example.org'</script>`),
  '/to-data': redirect('data:text/html,hello'),
  '/to-file-by-script': html(`${redPage}<script>location.href = '/to-file'</script>`),
  '/to-file-after-load': html(
    `${redPage}<script>onload = () => setTimeout(() => (location.href = '/to-file'), 50)</script>`,
  ),
  '/round-by-script': html(`${redPage}<script>location.href = '/round'</script>`),
  '/hang-up-by-script': html(`${redPage}<script>location.href = '/hang-up'</script>`),
  '/not-tls-by-script': html(`${redPage}<script>location.href = 'https://' + location.host + '/page'</script>`),
  '/broken-by-script': html(`${redPage}<script>location.href = '/broken-without-a-word'</script>`),
  '/private-by-script': html(`${redPage}<script>location.href = 'http://10.0.0.1/'</script>`),
  '/private-by-script-and-tls': html(`${redPage}<script>location.href = 'https://10.0.0.1/'</script>`),
  '/hang-up': (request) => request.socket.destroy(),
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/not-http': (request) => request.socket.end('\x00\x01garbage\r\n\r\n'),
  '/not-gzip': typed('text/html', redPage, { 'content-encoding': 'gzip' }),
  '/gzip': typed('text/html', gzipSync(redPage), { 'content-encoding': 'gzip' }),
  '/half': half(),
  '/half-a-comment': brokenOff('<!-- the first words of a'),
  '/half-a-head': brokenOff('<!doctype html><html><head><title>The first words of a'),
};
