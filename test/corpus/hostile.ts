import { createGzip, gzipSync } from 'node:zlib';
import { type Behaviour, html } from './server.ts';

const top =
  '<!doctype html><title>hostile</title><body style="margin:0"><div style="height:300px;background:red">here</div>';

/** Sends a little at a time until the browser closes the connection. */
function endless(type: string, first: string, more: string): Behaviour {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.write(first);
    const timer = setInterval(() => response.write(more), 100);
    response.on('close', () => clearInterval(timer));
  };
}

/** 2 GB of text in 2 MB of gzip. */
const zipBomb: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
  const gzip = createGzip({ level: 9 });
  gzip.pipe(response);
  gzip.write(top);
  const block = `<p>${'a'.repeat(1_000_000)}`;
  let left = 2_000;
  const pour = () => {
    while (left-- > 0) if (!gzip.write(block)) return void gzip.once('drain', pour);
    gzip.end();
  };
  response.on('close', () => {
    left = 0;
    gzip.destroy();
  });
  pour();
};

/** 24 million control characters, which are 23 kB compressed. Each takes six bytes in a DevTools message. */
const largeStyle = gzipSync(`@media (scripting: none){}/*${'\x01'.repeat(24_000_000)}*/`);

/** Pages that try to block or crash the browser, or to escape from it. */
export const hostile: Readonly<Record<string, Behaviour>> = {
  '/fine': html(top),
  '/never-answers': () => undefined,
  '/never-ends': endless('text/html', top, '<p>more'),
  '/slow-stream': endless('text/event-stream', 'data: x\n\n', 'data: x\n\n'),
  '/image-never-ends': html(`${top}<img src="/never-answers" alt="">`),
  '/script-never-comes': html(`${top}<script src="/never-answers"></script><p>unreached`),
  '/style-never-comes': html(`<link rel="stylesheet" href="/never-answers">${top}`),
  '/imported-style-never-comes': html(`<style>@import '/never-answers';</style>${top}`),
  '/style-of-24-megabytes': html(`<link rel="stylesheet" href="/large.css">${top}`),
  '/large.css': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' }).end(largeStyle);
  },
  '/script-in-head-never-comes': html(`<head><script src="/never-answers"></script></head>${top}`),
  '/stays-connected': html(`${top}<script>
    new EventSource('/slow-stream'); new WebSocket('ws://' + location.host + '/never-answers');
    </script>`),
  '/loops': html(`${top}<script>for (;;);</script>`),
  '/waits-for-an-answer': html(`${top}<script>setTimeout(() => {
    const request = new XMLHttpRequest(); request.open('GET', '/never-answers', false); request.send() }, 100)</script>`),
  '/loops-later': html(`${top}<script>setTimeout(() => { for (;;); }, 700)</script>`),
  '/loops-promises': html(
    `${top}<script>setTimeout(() => { const go = () => { Promise.resolve().then(go) }; go() }, 300)</script>`,
  ),
  '/loops-alerts': html(`${top}<script>setTimeout(() => { for (;;) alert('again') }, 100)</script>`),
  '/dialogs': html(`${top}<script>alert(1); confirm(2); prompt(3); print();
    onbeforeunload = (event) => { event.preventDefault(); event.returnValue = 'stay' }</script>`),
  '/leaves-with-a-question': html(`${top}<script>if (!location.search) {
    onbeforeunload = (event) => { event.preventDefault(); event.returnValue = 'stay' };
    setTimeout(() => { location = '?there' }, 100) }</script>`),
  '/pop-ups': html(
    `${top}<script>for (let n = 0; n < 10; n++) open('/fine?' + n, '_blank', 'width=100,height=100')</script>`,
  ),
  '/downloads': html(`${top}<script>const a = document.createElement('a');
    a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x.bin'; a.click()</script>`),
  '/closes-itself': html(`${top}<script>setTimeout(() => close(), 100)</script>`),
  '/reloads': html(`${top}<script>setTimeout(() => location.reload(), 50)</script>`),
  '/refreshes': html(`<meta http-equiv="refresh" content="0">${top}`),
  '/history': html(`${top}<script>setInterval(() => history.pushState({}, '', '?' + Math.random()), 1)</script>`),
  '/grows': html(`${top}<script>addEventListener('scroll', () => {
    for (let n = 0; n < 20; n++) { const div = document.createElement('div'); div.style.height = '1000px';
      div.style.background = 'blue'; document.body.append(div) } })</script><div style="height:1000px"></div>`),
  '/100000-px': html(`${top}<div style="height:99700px;background:blue"></div>`),
  '/3600000-px': html(`${top}<div style="height:3599700px;background:blue"></div>`),
  '/list-of-1000000-rows': html(`<!doctype html><body style="margin:0"><main style="height:100vh;overflow:auto">
    <div style="height:20000000px"></div></main><script>
    const [main, list] = document.querySelectorAll('main, div');
    new ResizeObserver(() => { list.innerHTML =
      '<div style="height:20px;background:red">row</div>'.repeat(main.clientHeight / 20) }).observe(main)</script>`),
  '/30000-elements': html(`${top}${'<i></i>'.repeat(30_000)}`),
  '/nested': html(`${top}${'<div>'.repeat(5_000)}deep`),
  '/eats-memory': html(`${top}<script>const kept = [];
    setInterval(() => kept.push(new Uint8Array(50_000_000).fill(1)), 10)</script>`),
  '/eats-heap': html(
    `${top}<script>const kept = []; setTimeout(() => { for (;;) kept.push(new Array(1000).fill({})) }, 100)</script>`,
  ),
  '/zip-bomb': zipBomb,
  '/workers': html(`${top}<script>const source = URL.createObjectURL(new Blob(['for (;;);']));
    for (let n = 0; n < 8; n++) new Worker(source)</script>`),
  '/asks-permissions': html(`<!doctype html><body style="margin:0;background:white"><script>
    const denied = [
      new Promise((yes) => navigator.geolocation.getCurrentPosition(() => yes(false), () => yes(true))),
      Notification.requestPermission().then((answer) => answer === 'denied'),
      navigator.permissions.query({ name: 'camera' }).then(({ state }) => state === 'denied'),
    ];
    Promise.all(denied).then((all) => { document.body.style.background = all.every(Boolean) ? 'lime' : 'red';
      document.body.append(all.join(' ')) })</script>`),
};
