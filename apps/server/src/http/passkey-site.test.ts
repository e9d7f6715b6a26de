import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { passkeySite } from './passkey-site.ts'

const requestTo = (host: string) =>
  ({ headers: { host }, protocol: 'http' }) as unknown as Pick<FastifyRequest, 'headers' | 'protocol'>

test.each<[string, string | undefined, object]>([
  ['localhost:3000', undefined, { rpId: 'localhost', origin: 'http://localhost:3000' }],
  [
    'localhost:3000',
    'https://runnel.example.com',
    { rpId: 'runnel.example.com', origin: 'https://runnel.example.com' },
  ],
  [
    'evil.example.com',
    'https://runnel.example.com/flows',
    { rpId: 'runnel.example.com', origin: 'https://runnel.example.com' },
  ],
])('a call to %s with APP_URL %s is of this site', (host, appUrl, site) => {
  expect(passkeySite(requestTo(host), appUrl)).toEqual(site)
})

test.each<[string, string | undefined, string]>([
  ['127.0.0.1:3000', undefined, 'Open Runnel at http://localhost:3000.'],
  ['[::1]:3000', undefined, 'Open Runnel at http://localhost:3000.'],
  ['runnel.example.com', undefined, 'Set APP_URL'],
  ['localhost', 'http://10.1.2.3:3000', 'Set APP_URL to an address with a name.'],
])('a call to %s with APP_URL %s is told what to do', (host, appUrl, advice) => {
  expect(() => passkeySite(requestTo(host), appUrl)).toThrow(advice)
})
