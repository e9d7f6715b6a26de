import type { JsonObject, JsonValue } from '@runnel/contract'
import { addQuery, type LoadContext, type LoadOptions, listAt, readText, textAt } from '@runnel/node-kit'
import { COMPOSIO, composioKey, readActions } from './composio-api.ts'

const MOST = 500

/** The services that Composio knows. */
export const listApps: LoadOptions = async (context) => {
  if (!context.credential) return []
  const answer = await ask(context, 'toolkits', { limit: MOST })
  return listAt(answer, 'items').map((app) => {
    const name = textAt(app, 'slug')
    return { name, label: textAt(app, 'name') || name, description: textAt(app, 'meta', 'description') }
  })
}

/** The accounts of the chosen service that are connected. */
export const listConnections: LoadOptions = async (context) => {
  const app = readText(context.values, 'appName')
  if (!context.credential || app === '') return []
  const answer = await ask(context, 'connected_accounts', { toolkit_slugs: app, limit: 100 })
  return listAt(answer, 'items').map((account) => {
    const name = textAt(account, 'id')
    return { name, label: textAt(account, 'user_id') || name, description: textAt(account, 'status') }
  })
}

/** What the chosen service can do. */
export const listActions: LoadOptions = async (context) => {
  const app = readText(context.values, 'appName')
  if (!context.credential || app === '') return []
  const answer = await ask(context, 'tools', { toolkit_slug: app, limit: MOST })
  return readActions(answer).map(({ slug, description }) => ({ name: slug, label: slug, description }))
}

async function ask(
  { credential = {}, fetch, signal }: LoadContext,
  path: string,
  query: JsonObject,
): Promise<JsonValue> {
  const url = addQuery(`${COMPOSIO}/${path}`, query)
  const request = { url, method: 'GET', headers: {}, leavesAt: 0 }
  const { headers = {} } = await composioKey(credential, request)
  const response = await fetch(url, { headers, signal })
  if (!response.ok) throw new Error(`Composio answered with status ${response.status}.`)
  return (await response.json()) as JsonValue
}
