import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type Authorise, listAt, textAt, valueAt } from '@runnel/node-kit'

/** Where Composio is. */
export const COMPOSIO = 'https://backend.composio.dev/api/v3'

/** The key of a project. */
export const composioKey: Authorise = ({ composioApi = '' }) => {
  if (composioApi.trim() !== '') return { headers: { 'x-api-key': composioApi.trim() } }
  throw new RunnelError('missing_credential', 'The credential of Composio has no key. Write it there.')
}

/** An action as Composio describes it. */
export interface ComposioAction {
  slug: string
  description: string
  inputSchema: JsonObject
  readsOnly: boolean
}

/** The actions in an answer, in their order. */
export function readActions(answer: JsonValue): ComposioAction[] {
  return listAt(answer, 'items').flatMap((item) => {
    const slug = textAt(item, 'slug')
    if (slug === '') return []
    const schema = valueAt(item, 'input_parameters')
    const tags = valueAt(item, 'tags')
    return [
      {
        slug,
        description: textAt(item, 'description') || textAt(item, 'name') || slug,
        inputSchema: isObjectSchema(schema) ? schema : { type: 'object', properties: {} },
        readsOnly: Array.isArray(tags) && tags.includes('readOnlyHint'),
      },
    ]
  })
}

function isObjectSchema(schema: JsonValue | undefined): schema is JsonObject {
  return valueAt(schema, 'type') === 'object' && typeof schema === 'object'
}
