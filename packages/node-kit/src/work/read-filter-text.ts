import { type FilterPiece, isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { Component } from '../component.ts'
import { readText } from '../read-values.ts'

const SIMPLE = /^(?:true|false|-?\d+(?:\.\d+)?)$/

const isPiece = (piece: JsonValue): boolean => {
  if (typeof piece === 'string') return true
  return Array.isArray(piece)
    ? typeof piece[0] === 'string'
    : isJsonObject(piece) && typeof piece.bare === 'string'
}

/**
 * The filter that a param of `codeLanguage: 'filter'` holds, in the language of its store; empty where there is none. What was
 * put into it is a text in quotes, or a number or a switch where it stands without.
 * @param quote writes a text in the quotes of the language; undefined for one that it cannot write
 * @throws RunnelError `invalid_input` for a text that the language cannot write
 */
export function readFilterText(
  { values, label }: Pick<Component, 'values' | 'label'>,
  param: string,
  quote: (text: string) => string | undefined,
): string {
  const held = values[param]
  if (!Array.isArray(held) || !held.every(isPiece)) return readText(values, param).trim()
  const write = (text: string): string => {
    const quoted = quote(text)
    if (quoted !== undefined) return quoted
    throw new RunnelError(
      'invalid_input',
      `The filter of ${label} cannot hold ${JSON.stringify(text.slice(0, 100))}.`,
    )
  }
  return (held as FilterPiece[])
    .map((piece) => {
      if (typeof piece === 'string') return piece
      if (Array.isArray(piece)) return write(piece[0])
      return SIMPLE.test(piece.bare) ? piece.bare : write(piece.bare)
    })
    .join('')
    .trim()
}
