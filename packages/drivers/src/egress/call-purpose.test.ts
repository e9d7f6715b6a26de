import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CallPurpose } from './address-guard.ts'
import { createEgress, type Egress } from './create-egress.ts'

let server: Server
let host: string
let egress: Egress

beforeAll(async () => {
  server = createServer((_request, response) => response.end('reached'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => egress.close())
afterAll(() => {
  server.close()
})

const purposes: CallPurpose[] = ['product', 'code', 'stranger']

/** For which purposes the host can be called, one after the other, again and again. */
async function open(...allow: string[]): Promise<CallPurpose[]> {
  egress = createEgress({ allow })
  const reached = new Set<CallPurpose>()
  for (const purpose of [...purposes, ...purposes]) {
    const call = egress.fetch(`http://${host}/`, {}, { purpose })
    const text = await call.then((response) => response.text()).catch((error) => error.code)
    if (text === 'reached') reached.add(purpose)
    else expect(text).toBe('egress_denied')
  }
  return [...reached]
}

test('an opening is for what it names alone, also over a connection that is kept open', async () => {
  expect(await open(host)).toEqual(['product'])
  await egress.close()
  expect(await open(`code:${host}`)).toEqual(['code'])
  await egress.close()
  expect(await open(host, `code:${host}`)).toEqual(['product', 'code'])
})

test('a refusal names the entry for this purpose', async () => {
  egress = createEgress({ allow: [] })
  const refusal = (purpose: CallPurpose) =>
    egress.fetch(`http://${host}/`, {}, { purpose }).catch((error) => error.message)
  expect(await refusal('product')).toContain(`adds ${host} to EGRESS_ALLOW`)
  expect(await refusal('code')).toContain(`adds code:${host} to EGRESS_ALLOW`)
  expect(await refusal('stranger')).not.toContain('EGRESS_ALLOW')
})

test('a host that is called code is one', async () => {
  egress = createEgress({ allow: ['code:8080'], lookup: async () => [{ address: '10.0.0.1', family: 4 }] })
  expect(await egress.checkHost('code', 8080)).toMatchObject({ address: '10.0.0.1' })
})
