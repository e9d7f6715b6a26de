import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import { formerParams, type RequestsKind } from './requests-kinds.ts'
import { toolDefinition } from './tool-definition.ts'

const QUERY_EXAMPLE = `{
  "id": { "type": "string", "required": true, "in": "path", "description": "ID of the item. URL: /items/:id" },
  "limit": { "type": "string", "in": "query", "description": "How many to list. URL: /items?limit=10" }
}`
const BODY_EXAMPLE = `{
  "name": { "type": "string", "required": true, "description": "Name of the item" },
  "date": { "type": "string", "description": "Date of the item, YYYY-MM-DD" }
}`

/** A tool that sends requests to an address of its author's choice. */
export function requestsDefinition(
  kind: RequestsKind,
  own: Pick<NodeDefinition, 'name' | 'label' | 'version' | 'type' | 'description'>,
): NodeDefinition {
  const former = Object.keys(formerParams(kind))
  return toolDefinition({
    ...own,
    icon: 'IconWorld',
    baseClasses: [own.type, 'DynamicStructuredTool', 'StructuredTool', 'Runnable', 'Tool'],
    effects: kind.method === 'GET' ? 'read' : 'write',
    ...(former.length > 0 && { formerInputs: former }),
    inputs: [
      {
        label: 'URL',
        name: kind.params.url,
        type: 'string',
        description: 'Names behind a colon (/items/:id) are filled by the model',
        placeholder: 'https://api.example.com/items/:id',
        acceptVariable: true,
        identifies: true,
      },
      {
        label: 'Name',
        name: kind.params.name,
        type: 'string',
        default: kind.toolName,
        description: 'What the model calls the tool',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Description',
        name: kind.params.description,
        type: 'string',
        rows: 4,
        default: kind.toolDescription,
        description: 'What the tool does: the model decides by it when to call it',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Headers',
        name: kind.params.headers,
        type: 'string',
        rows: 4,
        description: 'A JSON object; sent with every request, never shown to the model',
        placeholder: '{ "Accept": "application/json" }',
        optional: true,
        acceptVariable: true,
        additionalParams: true,
      },
      ...saidInputs(kind),
      {
        label: 'Max Output Length',
        name: kind.params.maxLength,
        type: 'number',
        default: DEFAULT_LENGTH,
        min: 1,
        description: 'How many characters of the answer the model sees',
        optional: true,
        additionalParams: true,
      },
    ],
  })
}

const DEFAULT_LENGTH = 2000

function saidInputs({ params, says }: RequestsKind): InputDefinition[] {
  const schema: InputDefinition = {
    label: says === 'body' ? 'Body Schema' : 'Query Params Schema',
    name: params.schema,
    type: 'code',
    codeLanguage: 'json',
    description: 'What the model may say in a request, field by field; anything when empty',
    placeholder: says === 'body' ? BODY_EXAMPLE : QUERY_EXAMPLE,
    optional: true,
    additionalParams: true,
  }
  if (params.body === undefined) return [schema]
  const body: InputDefinition = {
    label: 'Body',
    name: params.body,
    type: 'string',
    rows: 4,
    description: 'A JSON object; its fields are always sent, whatever the model says',
    optional: true,
    acceptVariable: true,
    additionalParams: true,
  }
  return [body, schema]
}
