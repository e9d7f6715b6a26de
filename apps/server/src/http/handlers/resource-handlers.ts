import type {
  apiKeyRoutes,
  credentialRoutes,
  customToolRoutes,
  executionRoutes,
  mcpServerRoutes,
  variableRoutes,
} from '@runnel/contract'
import {
  createApiKey,
  createCredential,
  createCustomTool,
  createVariable,
  deleteApiKey,
  deleteCredential,
  deleteCustomTool,
  deleteExecutions,
  deleteVariable,
  getCredential,
  getCustomTool,
  getExecution,
  listApiKeys,
  listCredentials,
  listCustomTools,
  listExecutionSteps,
  listExecutions,
  listOrganizationKeys,
  listVariables,
  type ServingContext,
  testCredential,
  testNewCredential,
  updateApiKey,
  updateCredential,
  updateCustomTool,
  updateExecution,
  updateVariable,
} from '@runnel/operations'
import type { Handlers } from '../call.ts'
import { identifyKey } from '../key-in-address.ts'
import { answerList, expectedRevision } from '../list-answer.ts'
import { mcpServerHandlers } from './mcp-server-handlers.ts'

type Routes = typeof apiKeyRoutes &
  typeof credentialRoutes &
  typeof customToolRoutes &
  typeof executionRoutes &
  typeof mcpServerRoutes &
  typeof variableRoutes

/** Credentials, custom tools, MCP servers, variables, API keys and executions: each route is one operation. */
export function resourceHandlers(context: ServingContext): Pick<Handlers, keyof Routes> {
  return {
    ...mcpServerHandlers(context),
    createCredential: ({ principal, body }) => createCredential(context, principal, body),
    async listCredentials(call) {
      return answerList(call, await listCredentials(context, call.principal, call.query))
    },
    getCredential: ({ principal, params }) => getCredential(context, principal, params.id),
    updateCredential: ({ principal, params, body, request }) =>
      updateCredential(context, principal, {
        id: params.id,
        input: body,
        expectedRevision: expectedRevision(request),
      }),
    testCredential: ({ principal, params, body }) =>
      testCredential(context, principal, { id: params.id, plainDataObj: body?.plainDataObj }),
    testNewCredential: ({ principal, body }) => testNewCredential(context, principal, body),
    deleteCredential: ({ principal, params }) => deleteCredential(context, principal, params.id),

    createCustomTool: ({ principal, body }) => createCustomTool(context, principal, body),
    async listCustomTools(call) {
      return answerList(call, await listCustomTools(context, call.principal, call.query))
    },
    getCustomTool: ({ principal, params }) => getCustomTool(context, principal, params.id),
    updateCustomTool: ({ principal, params, body, request }) =>
      updateCustomTool(context, principal, {
        id: params.id,
        input: body,
        expectedRevision: expectedRevision(request),
      }),
    deleteCustomTool: ({ principal, params }) => deleteCustomTool(context, principal, params.id),

    createVariable: ({ principal, body }) => createVariable(context, principal, body),
    async listVariables(call) {
      return answerList(call, await listVariables(context, call.principal, call.query))
    },
    updateVariable: ({ principal, params, body, request }) =>
      updateVariable(context, principal, {
        id: params.id,
        input: body,
        expectedRevision: expectedRevision(request),
      }),
    deleteVariable: ({ principal, params }) => deleteVariable(context, principal, params.id),

    async verifyApiKey({ params, reply }) {
      await identifyKey(context, params.apikey)
      reply.type('application/json; charset=utf-8')
      return reply.send('"OK"')
    },
    async listApiKeys(call) {
      const { type, ...query } = call.query
      return type === 'organization'
        ? answerList(call, await listOrganizationKeys(context, call.principal, query))
        : answerList(call, await listApiKeys(context, call.principal, query))
    },
    createApiKey: ({ principal, body }) => createApiKey(context, principal, body),
    updateApiKey: ({ principal, params, body }) =>
      updateApiKey(context, principal, { id: params.id, ...body }),
    deleteApiKey: ({ principal, params }) => deleteApiKey(context, principal, params.id),

    listExecutions: ({ principal, query }) => listExecutions(context, principal, query),
    getExecution: ({ principal, params }) => getExecution(context, principal, params.id),
    listExecutionSteps: ({ principal, params }) => listExecutionSteps(context, principal, params.id),
    updateExecution: ({ principal, params, body }) =>
      updateExecution(context, principal, { id: params.id, isPublic: body.isPublic, echoes: body }),
    deleteExecution: ({ principal, params }) => deleteExecutions(context, principal, [params.id]),
    deleteExecutions: ({ principal, body }) => deleteExecutions(context, principal, body.executionIds),
  }
}
