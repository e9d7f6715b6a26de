import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDomainRecords, type DomainRecords } from './create-domain-records.ts'

const NOT_THERE = 3
const FAILED = 2

/** What a server of names answers to a question: its texts, or a code of refusal. */
function answer(question: Buffer, known: string[][] | number): Buffer {
  const records = typeof known === 'number' ? [] : known
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(0x8180 + (typeof known === 'number' ? known : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const asked = question.subarray(12, question.indexOf(0, 12) + 5)
  const texts = records.map((pieces) => {
    const data = Buffer.concat(pieces.map((text) => Buffer.from([text.length, ...Buffer.from(text)])))
    const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length])
    return Buffer.concat([record, data])
  })
  return Buffer.concat([head, asked, ...texts])
}

const nameOf = (question: Buffer) => {
  const labels: string[] = []
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)))
  return labels.join('.')
}

let server: Socket
let records: DomainRecords
beforeAll(async () => {
  const known: Record<string, string[][] | number> = {
    '_x.acme.example': [['one', ' and two'], ['another']],
    '_x.broken.example': FAILED,
  }
  server = createSocket('udp4')
  server.on('message', (question, from) => {
    server.send(answer(question, known[nameOf(question)] ?? NOT_THERE), from.port, from.address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  records = createDomainRecords([`127.0.0.1:${server.address().port}`])
})
afterAll(() => server.close())

test('texts are read whole, from however many pieces', async () => {
  expect(await records.readTexts('_x.acme.example')).toEqual(['one and two', 'another'])
})

test('a name that is not there has none', async () => {
  expect(await records.readTexts('_x.elsewhere.example')).toEqual([])
})

test('a server of names that fails says nothing of what is there', async () => {
  await expect(records.readTexts('_x.broken.example')).rejects.toMatchObject({ code: 'upstream_error' })
})
