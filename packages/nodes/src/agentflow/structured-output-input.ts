import type { InputDefinition } from '@runnel/contract'

/** The param that asks the model for JSON: one row per key. Row keys are read by `structured-output.ts`. */
export function structuredOutputInput(name: string): InputDefinition {
  return {
    label: 'JSON Structured Output',
    name,
    readAs: 'structuredOutput',
    type: 'array',
    description: 'The answer becomes JSON with these keys; each is readable as {{nodeId.output.key}}',
    optional: true,
    acceptVariable: true,
    array: [
      { label: 'Key', name: 'key', type: 'string' },
      {
        label: 'Type',
        name: 'type',
        type: 'options',
        options: [
          { label: 'String', name: 'string', gives: 'string' },
          { label: 'String Array', name: 'stringArray', gives: 'array' },
          { label: 'Number', name: 'number', gives: 'number' },
          { label: 'Boolean', name: 'boolean', gives: 'boolean' },
          { label: 'Enum', name: 'enum', gives: 'string' },
          { label: 'JSON Array', name: 'jsonArray', gives: 'array' },
        ],
      },
      {
        label: 'Enum Values',
        name: 'enumValues',
        type: 'string',
        placeholder: 'value1, value2, value3',
        description: 'The allowed values, separated by commas',
        optional: true,
        show: { [`${name}[$index].type`]: 'enum' },
      },
      {
        label: 'JSON Schema',
        name: 'jsonSchema',
        type: 'code',
        codeLanguage: 'json',
        namesNoHost: true,
        placeholder: '{"name": {"type": "string", "required": true, "description": "Name of the person"}}',
        description: 'The keys of each object in the list, with their types',
        optional: true,
        show: { [`${name}[$index].type`]: 'jsonArray' },
      },
      {
        label: 'Description',
        name: 'description',
        type: 'string',
        placeholder: 'What the model should put here',
      },
    ],
  }
}
