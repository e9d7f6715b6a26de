import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** A field that a tool asks a person to fill in. */
export interface AskedField {
  name: string
  label: string
  description: string
  kind: 'text' | 'number' | 'switch' | 'choice'
  options: { value: string; label: string }[]
  isRequired: boolean
}

/** A form that a tool asks a person to fill in, and what stands in it at first. */
export interface AskedForm {
  fields: AskedField[]
  values: JsonObject
}

/** Reads the JSON Schema of a flat form, as tools describe it; what is no field of one is left out. */
export function readAskedForm(schema: JsonObject, values: JsonObject): AskedForm {
  const { properties, required } = schema
  const needed = Array.isArray(required) ? required : []
  const described = isJsonObject(properties) ? Object.entries(properties) : []
  const fields = described.flatMap(([name, field]) =>
    isJsonObject(field) ? [readField(name, field, needed.includes(name))] : [],
  )
  return { fields, values }
}

function readField(name: string, field: JsonObject, isRequired: boolean): AskedField {
  const { title, description, type } = field
  const options = readOptions(field)
  const kinds: Record<string, AskedField['kind']> = { number: 'number', integer: 'number', boolean: 'switch' }
  return {
    name,
    label: typeof title === 'string' && title !== '' ? title : name,
    description: typeof description === 'string' ? description : '',
    kind: options.length > 0 ? 'choice' : (kinds[String(type)] ?? 'text'),
    options,
    isRequired,
  }
}

/** Choices with words of their own (`oneOf`, `enumNames`) or without (`enum`). */
function readOptions({ enum: values, enumNames, oneOf }: JsonObject): AskedField['options'] {
  if (Array.isArray(oneOf))
    return oneOf
      .filter(isJsonObject)
      .map(({ const: value, title }) => ({ value: String(value), label: String(title ?? value) }))
  if (!Array.isArray(values)) return []
  const names = Array.isArray(enumNames) ? enumNames : []
  return values.map((value, index) => ({ value: String(value), label: String(names[index] ?? value) }))
}

/** What was filled in; fields that were left empty are left out. */
export function filledIn({ fields }: AskedForm, values: JsonObject): JsonObject {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, isRequired }) => {
      const value: JsonValue | undefined =
        values[name] ?? (kind === 'switch' && isRequired ? false : undefined)
      return value === undefined || value === '' || value === null ? [] : [[name, value]]
    }),
  )
}

/** The fields that are needed and empty. */
export function missingIn(form: AskedForm, values: JsonObject): string[] {
  const filled = filledIn(form, values)
  return form.fields.flatMap(({ name, isRequired }) =>
    isRequired && filled[name] === undefined ? [name] : [],
  )
}
