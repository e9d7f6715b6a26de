import { isJsonObject } from '@runnel/contract'
import { type FakeServer, jsonReply, type ToolCase, textReply } from '../tool-case.fixture.ts'

/** An API of pets: paths, queries, headers, bodies, and a schema that holds itself. */
export const petsDocument = `openapi: 3.0.3
info: { title: Pets, version: '1' }
servers:
  - url: https://{region}.pets.example/v1
    variables: { region: { default: eu } }
paths:
  /pets:
    parameters:
      - { name: X-Trace, in: header, schema: { type: string } }
    post:
      operationId: createPet
      summary: Takes in a pet
      requestBody: { $ref: '#/components/requestBodies/Pet' }
      responses: { '201': { description: It is here } }
    get:
      operationId: listPets
      summary: Lists the pets
      parameters:
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: filter, in: query, style: deepObject, schema: { type: object } }
      responses: { '200': { description: All of them } }
  /pets/{petId}:
    parameters:
      - $ref: '#/components/parameters/petId'
    get:
      summary: Reads a pet
      responses: { '200': { description: The pet } }
    put:
      operationId: renamePet
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [name], properties: { name: { type: string } } }
      responses: { '200': { description: It has another name } }
components:
  parameters:
    petId: { name: petId, in: path, required: true, description: The id of the pet, schema: { type: string } }
  requestBodies:
    Pet:
      required: true
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Pet' }
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, example: Rex, x-order: 1 }
        kind: { type: string, enum: [dog, cat] }
        parent: { $ref: '#/components/schemas/Pet' }
`

/** A document as the value of a `file` param. */
export const asFile = (text: string, name = 'pets.yaml') =>
  `data:application/x-yaml;base64,${Buffer.from(text).toString('base64')},filename:${name}`

const server: FakeServer = {
  hosts: ['eu.pets.example'],
  answer({ method, url, headers, body }) {
    if (headers.authorization !== 'Bearer test-token-of-pets')
      return jsonReply({ error: 'Who are you?' }, 401)
    if (method === 'POST' && url.pathname === '/v1/pets') {
      const isPet = isJsonObject(body) && typeof body.name === 'string'
      return isPet ? jsonReply({ id: 'p-1', ...body }, 201) : jsonReply({ error: 'No name' }, 422)
    }
    return jsonReply({ path: url.pathname, query: url.search })
  },
  huge: () => textReply('word '.repeat(100_000)),
  answersAnything: true,
}

/** The pets in the tests of the family. */
export const openAPIToolkitCase: ToolCase = {
  node: 'openAPIToolkit',
  values: { openApiFile: asFile(petsDocument), selectedServer: 'https://eu.pets.example/v1' },
  credential: { token: 'test-token-of-pets' },
  input: { RequestBody: { name: 'Rex', kind: 'dog' } },
  says: '"id":"p-1","name":"Rex"',
  wrong: [
    [{}, '"RequestBody" is missing'],
    [{ RequestBody: { kind: 'dog' } }, '"RequestBody.name" is missing'],
    ['Rex', '"RequestBody" is missing'],
  ],
  server,
  world: {
    file: (source) => ({
      bytes: Buffer.from('base64' in source ? source.base64 : '', 'base64'),
      mediaType: 'application/yaml',
      name: 'pets.yaml',
    }),
  },
}
