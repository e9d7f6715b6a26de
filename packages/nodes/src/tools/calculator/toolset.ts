import { errorMessage, isJsonObject, type JsonValue } from '@runnel/contract'
import type { ToolOffer, Toolset } from '@runnel/node-kit'
import { evaluateExpression } from './evaluate-expression.ts'

const calculatorTool: ToolOffer = {
  name: 'calculator',
  description:
    'Computes an arithmetic expression: + - * / ^ %, parentheses, sqrt, abs, round, min, max, sin, cos, tan, log, ln, exp, pi, e.',
  inputSchema: {
    type: 'object',
    properties: { input: { type: 'string', description: 'The expression, for example (3 + 4) * 2' } },
    required: ['input'],
    additionalProperties: false,
  },
  effects: 'none',
}

/** A tool that computes; a faulty expression is answered in words, so that the model can mend it. */
export const calculatorToolset: Toolset = {
  list: () => [calculatorTool],
  call: async (_component, { input }) => ({ content: compute(readExpression(input)) }),
}

function readExpression(input: JsonValue): string {
  const text = isJsonObject(input) ? input.input : input
  return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
}

function compute(expression: string): string {
  try {
    return String(evaluateExpression(expression))
  } catch (error) {
    return errorMessage(error)
  }
}
