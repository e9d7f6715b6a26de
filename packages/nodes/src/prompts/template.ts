import { RunnelError } from '@runnel/contract'

/**
 * How places are written. `f-string`: a name in single braces; `{{` and `}}` stand for plain braces. `jinja-2`: a name in
 * doubled braces. Braces around anything that cannot be a name (JSON, code) stay as they are, so that a prompt may show
 * JSON.
 */
export type TemplateFormat = 'f-string' | 'jinja-2'

const PIECES: Record<TemplateFormat, RegExp> = {
  'f-string': /\{\{|\}\}|\{([^{}:"'\n]+)\}/g,
  'jinja-2': /\{\{([^{}:"'\n]+)\}\}/g,
}

/** The names of the places, in order of appearance, each once. */
export function listPlaces(template: string, format: TemplateFormat = 'f-string'): string[] {
  const names = [...template.matchAll(PIECES[format])].flatMap(([, name]) =>
    name === undefined ? [] : [name.trim()],
  )
  return [...new Set(names)]
}

/** Fills the places. A place without a value is an error that names it. */
export function fillPlaces(
  template: string,
  values: Record<string, string>,
  format: TemplateFormat = 'f-string',
): string {
  return template.replace(PIECES[format], (whole, name: string | undefined) => {
    if (name === undefined) return whole === '{{' ? '{' : '}'
    const value = values[name.trim()]
    if (value === undefined) {
      throw new RunnelError(
        'invalid_input',
        `The prompt has no value for {${name.trim()}}. Give it one in Format Prompt Values.`,
      )
    }
    return value
  })
}
