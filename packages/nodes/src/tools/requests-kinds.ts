/** One of the tools that send requests: its method, the names of its params, and what a model says. */
export interface RequestsKind {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  params: {
    url: string
    name: string
    description: string
    headers: string
    /** Describes what a model says. */
    schema: string
    maxLength: string
    /** Fields of the body that are always sent. */
    body?: string
  }
  says: 'queryParams' | 'body'
  toolName: string
  toolDescription: string
}

/** Reads. */
export const REQUESTS_GET: RequestsKind = {
  method: 'GET',
  params: paramsOf('requestsGet', 'QueryParamsSchema'),
  says: 'queryParams',
  toolName: 'requests_get',
  toolDescription: 'Reads from a web address, and gives what it answers.',
}

/** Creates. */
export const REQUESTS_POST: RequestsKind = {
  method: 'POST',
  params: { ...paramsOf('requestsPost', 'BodySchema'), body: 'requestPostBody' },
  says: 'body',
  toolName: 'requests_post',
  toolDescription: 'Sends data to a web address to create something, and gives what it answers.',
}

/** Changes. */
export const REQUESTS_PUT: RequestsKind = {
  method: 'PUT',
  params: { ...paramsOf('requestsPut', 'BodySchema'), body: 'requestPutBody' },
  says: 'body',
  toolName: 'requests_put',
  toolDescription: 'Sends data to a web address to change something, and gives what it answers.',
}

/** Deletes. */
export const REQUESTS_DELETE: RequestsKind = {
  method: 'DELETE',
  params: paramsOf('requestsDelete', 'QueryParamsSchema'),
  says: 'queryParams',
  toolName: 'requests_delete',
  toolDescription: 'Deletes what a web address names, and gives what it answers.',
}

/** What the params of the first version are called since; those of PUT and DELETE were never called otherwise. */
export function formerParams({ method, params }: RequestsKind): Record<string, string> {
  if (method !== 'GET' && method !== 'POST') return {}
  const { url, description, headers, body } = params
  return { url, description, headers, ...(body !== undefined && { body }) }
}

function paramsOf(stem: string, schema: string): RequestsKind['params'] {
  return {
    url: `${stem}Url`,
    name: `${stem}Name`,
    description: `${stem}Description`,
    headers: `${stem}Headers`,
    schema: `${stem}${schema}`,
    maxLength: `${stem}MaxOutputLength`,
  }
}
