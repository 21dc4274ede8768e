import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Who gives consent at the provider. */
export type Person = { sub: string; preferred_username: string };

type Code = { person: Person; query: URLSearchParams };

const base64 = (value: Buffer | string) => Buffer.from(value).toString('base64url');

/** An OpenID Connect provider for tests. Its page asks, and waits for a click. It signs with ES256. */
export class TestProvider {
  issuer = '';
  person: Person = { sub: '1', preferred_username: 'ada' };
  isDown = false;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly codes = new Map<string, Code>();
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request, response);
  });

  /** Starts it under another name than that of the site, so that both are different sites to a browser. */
  async start(): Promise<void> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready));
    const address = this.server.address();
    if (!address || typeof address === 'string') throw new Error('no port');
    this.issuer = `http://localhost:${address.port}`;
  }

  stop(): void {
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    const json = (value: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    if (this.isDown) {
      response.statusCode = 503;
      response.end();
    } else if (url.pathname === '/.well-known/openid-configuration') {
      const { issuer } = this;
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      });
    } else if (url.pathname === '/keys') {
      json({ keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: '1' }] });
    } else if (url.pathname === '/authorize') {
      this.ask(url.searchParams, response);
    } else if (url.pathname === '/token') {
      let body = '';
      for await (const part of request) body += part;
      json(this.token(new URLSearchParams(body)));
    } else {
      response.statusCode = 404;
      response.end();
    }
  }

  /** Shows the page on which a person says yes or no. */
  private ask(query: URLSearchParams, response: ServerResponse): void {
    const code = `code-${this.codes.size}`;
    this.codes.set(code, { person: this.person, query });
    const link = (fields: Record<string, string>) => {
      const to = new URL(query.get('redirect_uri') ?? '');
      to.searchParams.set('state', query.get('state') ?? '');
      for (const [name, value] of Object.entries(fields)) to.searchParams.set(name, value);
      return to.href.replaceAll('&', '&amp;');
    };
    const no = link({ error: 'access_denied', error_description: '<b>They said no</b>' });
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Provider</title><a href="${link({ code })}">Yes</a> <a href="${no}">No</a>`);
  }

  private token(form: URLSearchParams): unknown {
    const code = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code?.query.get('code_challenge') !== challenge) return { error: 'invalid_grant' };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...code.person,
      iss: this.issuer,
      aud: code.query.get('client_id'),
      nonce: code.query.get('nonce'),
      iat: now,
      exp: now + 60,
      auth_time: now,
    };
    const message = `${base64(JSON.stringify({ alg: 'ES256', kid: '1' }))}.${base64(JSON.stringify(claims))}`;
    const key = createPrivateKey(this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const signature = sign('sha256', Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' });
    return { id_token: `${message}.${base64(signature)}`, access_token: 'x', token_type: 'Bearer' };
  }
}
