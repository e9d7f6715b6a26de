import { RunnelError } from '@runnel/contract'

/** A part of a path: nothing in it may lead elsewhere. The vendor's package speaks no others. */
const GEMINI = /^gemini-[\w.-]+$/

/** The name of an image model of Gemini. @throws RunnelError `invalid_input` for another one */
export function checkImageName(modelName: string): string {
  if (GEMINI.test(modelName)) return modelName
  throw new RunnelError(
    'invalid_input',
    `"${modelName.slice(0, 60)}" is no image model of Gemini. Choose one whose name begins with gemini-.`,
  )
}
