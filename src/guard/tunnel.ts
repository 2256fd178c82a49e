import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { normaliseHost } from './address.ts';
import { asEgressError, type Destination, type EgressIncident, failed, incidentAnswer } from './incident.ts';
import { relay, type Way } from './relay.ts';

export type TunnelRequest = { request: IncomingMessage; client: Duplex; head: Buffer };

/** CONNECT: TLS and WebSockets, whose bytes pass unread once the address was checked. */
export async function openTunnel({ request, client, head }: TunnelRequest, way: Way): Promise<void> {
  // Chromium drops a connection whenever it likes; that is the end of it and no error.
  const gone = new AbortController();
  client.on('error', () => client.destroy());
  client.on('close', () => gone.abort());

  const destination = authorityOf(request.url ?? '');
  if (destination === undefined) {
    client.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    return;
  }
  try {
    const upstream = await way.connect(destination, gone.signal);
    if (client.destroyed) return void upstream.destroy();
    upstream.on('error', (error) => {
      way.report(asEgressError(error, destination));
      client.destroy();
    });
    // Soon, not now: the last bytes are still on their way to Chromium.
    upstream.on('close', () => client.end());
    client.on('close', () => upstream.destroy());
    const exceeded = () => {
      way.report(failed(destination, 'too-many-bytes'));
      client.destroy();
    };
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) client.unshift(head);
    const meter = way.newMeter();
    relay(client, upstream, { meter, exceeded });
    relay(upstream, client, { meter, exceeded });
  } catch (error) {
    if (client.destroyed) return;
    const refusal = asEgressError(error, destination);
    way.report(refusal);
    client.end(written(refusal.incident));
  }
}

/** `host:port`, the only form in which CONNECT names its destination. */
function authorityOf(text: string): Destination | undefined {
  const [, hostText = '', portText = ''] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(text) ?? [];
  const host = normaliseHost(hostText);
  const port = Number(portText);
  return host === undefined || port < 1 || port > 65535 ? undefined : { host, port };
}

function written(incident: EgressIncident): string {
  const { status, headers, body } = incidentAnswer(incident);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close'];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
