import fastifySwagger from '@fastify/swagger'
import {
  API_PREFIX,
  allRoutes,
  inputDefinitionSchema,
  jsonValueSchema,
  type RouteDefinition,
} from '@runnel/contract'
import { fastify } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { renderDocs } from './render-docs.ts'
import { routeSchema } from './route-schema.ts'

/** Schemas that contain themselves: the document can only name them, so each has a name. */
const schemaRegistry = z
  .registry<{ id: string }>()
  .add(jsonValueSchema, { id: 'JsonValue' })
  .add(inputDefinitionSchema, { id: 'InputDefinition' })

/** The API as people and as programs read it. */
interface Docs {
  /** The OpenAPI document, as JSON. */
  json: string
  /** The same as a page. */
  page: string
}

/** Makes the documentation from the contract's schemas: hundreds of them, which takes long. */
export async function makeDocs(version: string): Promise<Docs> {
  const server = fastify()
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
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(() => String)
  for (const [name, route] of Object.entries(allRoutes) as [string, RouteDefinition][])
    server.route({
      method: route.method,
      url: `${API_PREFIX}${route.path}`,
      schema: routeSchema(name, route),
      handler: async () => undefined,
    })
  await server.ready()
  const document = server.swagger()
  await server.close()
  return { json: JSON.stringify(document), page: renderDocs(document, API_PREFIX) }
}
