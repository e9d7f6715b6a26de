import type { JsonObject } from '@runnel/contract'
import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { jsonReply, textReply } from '../tool-case.fixture.ts'
import { openAPIToolkit } from './definition.ts'
import { listEndpoints, listServers } from './list-parts.ts'
import { asFile, openAPIToolkitCase, petsDocument } from './open-api-toolkit.case.fixture.ts'

const open = (values: JsonObject = {}, changes: Parameters<typeof openToolCase>[1] = {}) =>
  openToolCase(openAPIToolkitCase, { values, ...changes })

const withoutKey = { ...openAPIToolkitCase }
delete withoutKey.credential

test('each call is a tool of its own, with the whole schema of what it takes', async () => {
  const offers = await open().listTools()
  expect(offers.map(({ name, effects }) => [name, effects])).toEqual([
    ['create_pet', 'write'],
    ['list_pets', 'read'],
    ['get_pets_pet_id', 'read'],
    ['rename_pet', 'write'],
  ])
  const pet = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      kind: { type: 'string', enum: ['dog', 'cat'] },
      parent: { type: 'object' },
    },
  }
  expect(offers[0]?.inputSchema).toEqual({
    type: 'object',
    properties: {
      HeaderParameters: { type: 'object', properties: { 'X-Trace': { type: 'string' } } },
      RequestBody: pet,
    },
    required: ['RequestBody'],
  })
  expect(offers[2]).toMatchObject({
    description: 'Reads a pet (GET /pets/{petId} of Pets)',
    inputSchema: { properties: { PathParameters: { required: ['petId'] } }, required: ['PathParameters'] },
  })
})

test('only the chosen calls are offered, by method and path or by their ids', async () => {
  const names = async (selectedEndpoints: string) =>
    (await open({ selectedEndpoints }).listTools()).map(({ name }) => name)
  expect(await names('["GET /pets","renamePet"]')).toEqual(['list_pets', 'rename_pet'])
  await expect(names('["GET /cats"]')).rejects.toThrow('has no call GET /cats')
})

test('params stand where the document wants them, and lead nowhere else', async () => {
  const sent = async (tool: string, input: JsonObject) => {
    const opened = open()
    const { used } = await opened.ask(input, tool)
    const [request] = opened.sent
    return used.error ?? [request?.method, request?.url.href, request?.headers['x-trace'], request?.text]
  }
  const query = { tags: ['a', 'b c'], filter: { age: 3 } }
  expect(await sent('list_pets', { QueryParameters: query, HeaderParameters: { 'X-Trace': 't' } })).toEqual([
    'GET',
    'https://eu.pets.example/v1/pets?tags=a%2Cb+c&filter%5Bage%5D=3',
    't',
    '',
  ])
  expect(await sent('get_pets_pet_id', { PathParameters: { petId: '../../x?y#z' } })).toEqual([
    'GET',
    'https://eu.pets.example/v1/pets/..%2F..%2Fx%3Fy%23z',
    undefined,
    '',
  ])
  expect(await sent('get_pets_pet_id', { PathParameters: { petId: '..' } })).toContain('must not be')
  expect(await sent('get_pets_pet_id', {})).toContain('"PathParameters.petId" is missing')
  expect(await sent('list_pets', { HeaderParameters: { 'X-Trace': 'a\r\nb: c' } })).toContain('no header')
  expect(
    await sent('rename_pet', { PathParameters: { petId: 'p' }, RequestBody: { name: 'A & B' } }),
  ).toEqual(['PUT', 'https://eu.pets.example/v1/pets/p', undefined, 'name=A+%26+B'])
})

test('without a choice the first server of the document is called; a credential wants a chosen one', async () => {
  const values = { ...withoutKey.values, selectedServer: '' }
  const opened = openToolCase({ ...withoutKey, values }, { respond: () => jsonReply({ fine: true }) })
  expect((await opened.ask()).content).toBe('{"fine":true}')
  expect(opened.sent[0]?.url.host).toBe('eu.pets.example')
  expect((await open({ selectedServer: '' }).ask()).used.error).toContain('has a credential and no server')
})

test('a document at an address is read without the credential; its servers may stand beside it', async () => {
  const text = petsDocument.replace('https://{region}.pets.example/v1', '/v1')
  const link = { inputType: 'link', openApiLink: 'https://docs.example/pets.yaml' }
  const respond = (sent: { url: URL }) =>
    sent.url.host === 'docs.example' ? textReply(text) : jsonReply({ at: sent.url.href })
  const opened = open(link, { respondToList: respond, respond })
  expect((await opened.ask()).content).toContain('eu.pets.example')
  const all = [...opened.listing, ...opened.sent]
  expect(all.map(({ url, headers }) => [url.host, headers.authorization !== undefined])).toEqual([
    ['docs.example', false],
    ['eu.pets.example', true],
  ])
  const beside = openToolCase(
    { ...withoutKey, values: { ...link, selectedServer: '' } },
    { respondToList: respond, respond },
  )
  await beside.ask()
  expect(beside.sent[0]?.url.href).toBe('https://docs.example/v1/pets')
})

test('a server that a document at an address names is called as one that this address leads to', async () => {
  const link = { inputType: 'link', openApiLink: 'https://docs.example/pets.yaml' }
  const use = async (values: JsonObject) => {
    const respond = () => jsonReply({ fine: true })
    const opened = openToolCase(
      { ...withoutKey, values: { ...withoutKey.values, ...values } },
      { respondToList: () => textReply(petsDocument), respond },
    )
    await opened.ask()
    return opened.http.map(({ namedBy }) => namedBy)
  }
  expect(await use({ ...link, selectedServer: '' })).toEqual([link.openApiLink])
  expect(await use({ ...link, selectedServer: 'https://a.example' })).toEqual([undefined])
  expect(await use({ selectedServer: '' })).toEqual([undefined])
})

test('a document is read once for all calls, which keep to it when it changes', async () => {
  let document = petsDocument
  const opened = open(
    { inputType: 'link', openApiLink: 'https://docs.example/pets.yaml' },
    {
      respondToList: () => {
        const told = textReply(document)
        document = petsDocument.replaceAll('/pets', '/cats')
        return told
      },
    },
  )
  for (const petId of ['a', 'b', 'c']) await opened.ask({ PathParameters: { petId } }, 'get_pets_pet_id')
  expect(opened.listing).toHaveLength(1)
  expect(opened.sent.map(({ url }) => url.href)).toEqual(
    ['a', 'b', 'c'].map((petId) => `https://eu.pets.example/v1/pets/${petId}`),
  )
})

test('code of the author may write, whatever the document says of a call', async () => {
  const effectsOf = async (customCode: string) =>
    (await open({ customCode }).listTools()).map(({ effects }) => effects)
  expect(await effectsOf("return await fetch($url, { method: 'POST' })")).toEqual(Array(4).fill('write'))
  const plain = 'const response = await fetch($url, $options)\nreturn await response.text()'
  expect(await effectsOf(plain)).toEqual(['write', 'read', 'read', 'write'])
})

test.each([
  ['', 'has no OpenAPI document'],
  [asFile('swagger: "2.0"'), 'is of Swagger 2'],
  [asFile('title: x'), 'does not say that it is of OpenAPI 3'],
  [asFile('openapi: 3.1.0\npaths: {}'), 'describes no call'],
  [asFile('- a'), 'is no document of OpenAPI'],
  [asFile('a: [b'), 'cannot be read as JSON or YAML'],
  [asFile('['.repeat(50_000)), 'cannot be read as JSON or YAML'],
  [asFile(`openapi: 3.0.0\nx: "${'x'.repeat(300_001)}"`), 'is larger than 300 kB'],
])('a document that is none says what to do: %#', async (openApiFile, says) => {
  await expect(open({ openApiFile }).listTools()).rejects.toThrow(says)
})

test('a schema that would grow without end is cut: what is beyond may be anything', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `S${at}`)
  const schemas = Object.fromEntries(
    names.map((name) => [
      name,
      {
        type: 'object',
        properties: Object.fromEntries(
          names.map((other) => [other, { $ref: `#/components/schemas/${other}` }]),
        ),
      },
    ]),
  )
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } }
  const document = {
    openapi: '3.1.0',
    paths: { '/x': { post: { operationId: 'x', requestBody: body } } },
    components: { schemas },
  }
  const [offer] = await open({ openApiFile: asFile(JSON.stringify(document)) }).listTools()
  expect(JSON.stringify(offer?.inputSchema).length).toBeLessThan(200_000)
})

test('headers of the author are sent, hidden, and stand above what a model says', async () => {
  const headers = '{"X-Trace": "the-secret-of-pets"}'
  const opened = open(
    { headers },
    { respond: ({ headers: sent }) => jsonReply({ got: sent['x-trace'] ?? '' }) },
  )
  const { content } = await opened.ask({
    RequestBody: { name: 'Rex' },
    HeaderParameters: { 'X-Trace': 'of-the-model' },
  })
  expect(opened.sent[0]?.headers['x-trace']).toBe('the-secret-of-pets')
  expect(content).toBe('{"got":"•••"}')
  expect((await open({ headers: '[1' }).ask()).used.error).toContain('is no JSON object')
})

test('headers of the author go to a chosen server, or to the one that the document came from', async () => {
  const headers = '{"X-Key": "the-secret-of-pets"}'
  const link = { inputType: 'link', openApiLink: 'https://docs.example/pets.yaml' }
  const use = async (values: JsonObject, text = petsDocument) => {
    const respond = () => jsonReply({ fine: true })
    const given = { ...withoutKey.values, selectedServer: '', headers, ...values }
    const opened = openToolCase(
      { ...withoutKey, values: given },
      { respondToList: () => textReply(text), respond },
    )
    const { used } = await opened.ask()
    return used.error ?? opened.sent.map(({ url, headers: sent }) => `${url.host} ${sent['x-key']}`)
  }
  expect(await use({})).toContain('has headers and no server')
  expect(await use(link)).toContain('has headers and no server')
  expect(await use({ ...link, customCode: 'return $url' })).toContain('has headers and no server')
  const beside = petsDocument.replace('https://{region}.pets.example/v1', '/v1')
  expect(await use(link, beside)).toEqual(['docs.example the-secret-of-pets'])
  const elsewhere = petsDocument.replace('https://{region}.pets.example/v1', '//other.example/v1')
  expect(await use(link, elsewhere)).toContain('has headers and no server')
  expect(await use({ ...link, selectedServer: '/v1' })).toEqual(['docs.example the-secret-of-pets'])
  expect(await use({ selectedServer: 'https://a.example' })).toEqual(['a.example the-secret-of-pets'])
})

test('nulls are left out where the author says so', async () => {
  const opened = open({ removeNulls: true })
  await opened.ask({ RequestBody: { name: 'Rex', kind: null } })
  expect(opened.sent[0]?.body).toEqual({ name: 'Rex' })
})

test('code of the author runs in the sandbox in place of the request, and never with a credential', async () => {
  const customCode = 'return $url + $options.method + $RequestBody.name'
  const seen: JsonObject[] = []
  const world = {
    ...openAPIToolkitCase.world,
    sandbox: (_code: string, globals: JsonObject) => {
      seen.push(globals)
      return { made: globals.$url ?? '' }
    },
  }
  const opened = openToolCase({ ...withoutKey, world }, { values: { customCode } })
  expect((await opened.ask()).content).toBe('{"made":"https://eu.pets.example/v1/pets"}')
  expect(opened.sent).toEqual([])
  expect(seen[0]).toMatchObject({
    $RequestBody: { name: 'Rex', kind: 'dog' },
    $options: { method: 'POST', body: '{"name":"Rex","kind":"dog"}' },
    $vars: {},
  })
  expect((await open({ customCode }).ask()).used.error).toContain('which code does not get')
})

test('the code that Flowise puts there sends the request as it is', async () => {
  const customCode = `const fetch = require('node-fetch');
const url = $url;
const options = $options;

try {
	const response = await fetch(url, options);
	const resp = await response.json();
	return JSON.stringify(resp);
} catch (error) {
	console.error(error);
	return '';
}
`
  expect((await open({ customCode }).ask()).content).toContain('p-1')
})

test('the editor lists servers and calls, of a file or of an address', async () => {
  const around = { catalogue: [], previousNodes: [], signal: AbortSignal.timeout(5000) }
  const file = {
    ...around,
    values: { openApiFile: 'FILE-STORAGE::pets.yaml' },
    fetch: () => Promise.reject(new Error('Nobody is asked.')),
    readFile: async () => Buffer.from(petsDocument),
  }
  expect(await listServers(file)).toEqual([
    { name: 'https://eu.pets.example/v1', label: 'https://eu.pets.example/v1' },
  ])
  expect((await listEndpoints(file)).map(({ name }) => name)).toEqual([
    'POST /pets',
    'GET /pets',
    'GET /pets/{petId}',
    'PUT /pets/{petId}',
  ])
  const values = { inputType: 'link', openApiLink: 'https://docs.example/pets.yaml' }
  const link = { ...around, values, fetch: async () => new Response(petsDocument) }
  expect(await listEndpoints(link)).toHaveLength(4)
  expect(await listEndpoints({ ...link, values: {} })).toEqual([])
  const gone = { ...link, fetch: async () => new Response('', { status: 404 }) }
  await expect(listServers(gone)).rejects.toThrow('status 404')
})

test('a flow of before keeps its document', () => {
  const [migration] = openAPIToolkit.migrations ?? []
  expect(migration?.migrate({ yamlFile: 'FILE-STORAGE::a.yaml', returnDirect: true })).toEqual({
    inputType: 'file',
    openApiFile: 'FILE-STORAGE::a.yaml',
    returnDirect: true,
  })
})
