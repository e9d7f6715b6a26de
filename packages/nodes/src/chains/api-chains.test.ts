import type { HttpReply } from '@runnel/node-kit'
import { aModel, createTestStepContext, said, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

const docs =
  'Weather: https://api.weather.example/v1/now?city={name}, see (https://docs.weather.example/all).'

/** A chain that calls an API: how its model writes a request to an address, and what is sent. */
const cases = [
  { node: 'getApiChain', method: 'GET', writes: (url: string) => `\`${url}\`\n`, body: undefined },
  {
    node: 'postApiChain',
    method: 'POST',
    writes: (url: string) => `So:\n${JSON.stringify({ url, data: { city: 'Rome' } })}`,
    body: '{"city":"Rome"}',
  },
]
const address = 'https://api.weather.example/v1/now?city=Rome'

async function run(node: string, replies: string[], options: TestStepOptions = {}) {
  const type = nodeCatalogue.find(({ definition }) => definition.name === node)
  const work = await type?.run?.()
  if (!work) throw new Error(`There is no ${node}.`)
  const defaults = (type?.definition.inputs ?? []).flatMap(({ name, default: first }) =>
    first === undefined ? [] : [[name, first]],
  )
  const step = createTestStepContext({
    input: 'How warm is {api_docs} Rome?',
    components: { model: [aModel] },
    model: (_request, n) => said(replies[n] ?? 'It is warm.'),
    http: () => ({ status: 200, headers: {}, body: '{"celsius": 21, "x": "{question}"}' }),
    ...options,
    values: { ...Object.fromEntries(defaults), apiDocs: docs, ...options.values },
  })
  return { ...step, result: work(step.context) }
}

describe.each(cases)('$node', ({ node, method, writes, body }) => {
  test('makes the request that its model wrote, and answers from what came, in sight', async () => {
    const { result, requests, http } = await run(node, [writes(address)], {
      values: { headers: '{"x-team": "tea", "n": 1}' },
    })
    expect((await result).output).toMatchObject({
      content: 'It is warm.',
      usageMetadata: { total_tokens: 30 },
    })
    expect(http).toEqual([
      {
        url: address,
        method,
        headers: { ...(body && { 'content-type': 'application/json' }), 'x-team': 'tea', n: '1' },
        ...(body && { body }),
      },
    ])
    expect(requests.map(({ show }) => show)).toEqual([false, true])
    const [asked, told] = requests.map(({ messages }) => String(messages[0]?.content))
    expect(asked).toContain('How warm is {api_docs} Rome?')
    expect(asked).toContain(docs)
    expect(told).toContain('{"celsius": 21, "x": "{question}"}')
    expect(told).toContain(address)
  })

  test('takes what its author sends in headers out of an answer that repeats it', async () => {
    const { result, requests } = await run(node, [writes(address)], {
      values: { headers: '{"Authorization": "Bearer the-long-key-1", "x-key": "the-long-key-2"}' },
      http: () => ({ status: 403, headers: {}, body: 'the-long-key-1 and the-long-key-2 may not' }),
    })
    await result
    expect(String(requests[1]?.messages[0]?.content)).toContain('••• and ••• may not')
  })

  test.each([
    'https://evil.example/now',
    'https://api.weather.example.evil.example/now',
    'https://api.weather.example@evil.example/now',
    'http://api.weather.example/now',
    'https://api.weather.example:8443/now',
    'file:///etc/passwd',
    'http://169.254.169.254/latest',
  ])('calls no server that its author did not name: %s', async (url) => {
    const { result, requests, http, shown } = await run(node, [writes(url), writes(url)])
    await expect(result).rejects.toMatchObject({ code: 'model_error' })
    expect([requests.length, http, shown]).toEqual([2, [], []])
  })

  test('tells its model once what is wrong with the request', async () => {
    const { result, requests, http } = await run(node, ['I cannot.', writes(address)])
    expect((await result).output).toMatchObject({ content: 'It is warm.' })
    expect(requests[1]?.messages.at(-1)?.content).toContain('That holds no request.')
    expect(http).toHaveLength(1)
  })

  test('tells its model what the server refused, and gives no bytes to it', async () => {
    const tellOf = async (reply: Partial<HttpReply>) => {
      const http = () => ({ status: 200, headers: {}, body: 'Sold out', ...reply })
      const { result, requests } = await run(node, [writes(address)], { http })
      await result
      return requests[1]?.messages[0]?.content
    }
    expect(await tellOf({ status: 404 })).toContain('Refused with status 404: Sold out')
    expect(await tellOf({ isBase64: true, body: 'QUJD' })).not.toContain('QUJD')
  })

  test.each(['Weather of all cities', 'see weather.example/docs', 'http://'])(
    'says that documentation without an address names no server: %s',
    async (apiDocs) => {
      const { result, requests } = await run(node, [], { values: { apiDocs } })
      await expect(result).rejects.toMatchObject({ code: 'invalid_input' })
      expect(requests).toEqual([])
    },
  )

  test('takes addresses and headers from its author only', () => {
    const inputs = nodeCatalogue.find(({ definition }) => definition.name === node)?.definition.inputs ?? []
    const open = inputs.filter(({ overridable }) => overridable === true).map(({ name }) => name)
    expect(open).toEqual(['urlPrompt', 'ansPrompt'])
  })
})
