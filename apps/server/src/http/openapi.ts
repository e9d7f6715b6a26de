import fastifySwagger from '@fastify/swagger'
import { API_PREFIX, inputDefinitionSchema, jsonValueSchema } from '@runnel/contract'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { renderDocs } from './render-docs.ts'

/** Schemas that contain themselves: the document can only name them, so each has a name. */
const schemaRegistry = z
  .registry<{ id: string }>()
  .add(jsonValueSchema, { id: 'JsonValue' })
  .add(inputDefinitionSchema, { id: 'InputDefinition' })

/** Registers the OpenAPI document, made from the contract's schemas, and a page to read it. */
export async function registerDocs(server: FastifyInstance, version: string): Promise<void> {
  await server.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Runnel API',
        version,
        description:
          'Flows, predictions, runs and administration. Call it with an API key as a Bearer token.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({ skipList: [], schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  })
  server.get('/api/docs/openapi.json', { schema: { hide: true } }, () => server.swagger())
  server.get('/api/docs', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderDocs(server.swagger(), API_PREFIX)),
  )
}
