import {
  type FindDefinition,
  type FlowDocument,
  FORM_INPUT,
  findValueReadAs,
  type JsonValue,
  type ParamMeaning,
} from '@runnel/contract'
import { rowsOf } from '@runnel/graph'

/** One field of the form that starts a flow. */
export interface StartFormField {
  name: string
  label: string
  type: 'string' | 'number' | 'boolean' | 'options'
  options: string[]
}

/** The form that starts a flow. */
export interface StartForm {
  title: string
  description: string
  fields: StartFormField[]
}

/** The form of a flow whose start node asks for one; undefined for flows that start with a question. */
export function findStartForm(document: FlowDocument, find: FindDefinition): StartForm | undefined {
  const start = document.nodes.find(({ type }) => find(type)?.kind === 'trigger')
  const read = (meaning: ParamMeaning) => start && findValueReadAs(start.values, find(start.type), meaning)
  if (read('startInput') !== FORM_INPUT) return undefined
  return {
    title: plain(read('form.title')),
    description: plain(read('form.description')),
    fields: rowsOf(read('form.fields')).map(({ row }) => ({
      name: plain(row.name),
      label: plain(row.label) || plain(row.name),
      type: fieldType(row.type),
      options: rowsOf(row.addOptions).map(({ row: option }) => plain(option.option)),
    })),
  }
}

function plain(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function fieldType(value: JsonValue | undefined): StartFormField['type'] {
  return value === 'number' || value === 'boolean' || value === 'options' ? value : 'string'
}
