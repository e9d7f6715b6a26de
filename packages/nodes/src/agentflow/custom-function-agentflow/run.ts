import type { JsonObject, JsonValue } from '@runnel/contract'
import { codeGlobals, type RunNode, readRows, readText } from '@runnel/node-kit'

/** Runs the author's code in the sandbox; what it returns becomes the text of the node. */
export const runCustomFunction: RunNode = async (context) => {
  const code = readText(context.values, 'customFunctionJavascriptFunction')
  const inputVariables = readInputVariables(context.values)
  const returned = await context.code(code, {
    ...codeGlobals(code, context, context.input),
    ...inputVariables,
  })
  const content = asText(returned)
  const output = { content }
  if (context.isLast) context.emitText(content)
  return {
    input: { inputVariables: readRows(context.values, 'customFunctionInputVariables'), code },
    output,
  }
}

/** Each row appears to the code as `$name`; a leading `$` in the name is not doubled. */
function readInputVariables(values: JsonObject): JsonObject {
  const variables: JsonObject = {}
  for (const row of readRows(values, 'customFunctionInputVariables')) {
    const name = readText(row, 'variableName').trim().replace(/^\$/, '')
    if (name !== '') variables[`$${name}`] = row.variableValue ?? ''
  }
  return variables
}

function asText(returned: JsonValue): string {
  if (returned === null) return ''
  return typeof returned === 'object' ? JSON.stringify(returned, null, 2) : String(returned)
}
