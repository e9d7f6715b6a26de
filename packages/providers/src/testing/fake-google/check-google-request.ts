import type { GoogleBody, GooglePart } from './google-request.ts'

const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif']

/**
 * What the vendor refuses in a call, in its words; undefined when all is well: roles that do not take turns, calls of
 * functions without their responses, a first turn that is the model's, media that it does not see.
 */
export function checkGoogleRequest({ contents = [] }: GoogleBody): string | undefined {
  if (contents.length === 0) return 'GenerateContentRequest.contents: contents is not specified'
  if (contents[0]?.role === 'model') return 'Please ensure that multiturn requests begin with a user turn.'
  const turns = contents.map((content, index) => checkTurn(content, index))
  return turns.find((said) => said !== undefined) ?? checkCalls(contents)
}

type Turn = NonNullable<GoogleBody['contents']>[number]

function checkTurn({ role, parts = [] }: Turn, index: number): string | undefined {
  const where = `GenerateContentRequest.contents[${index}]`
  if (role !== 'user' && role !== 'model') return `Please use a valid role: user, model. (contents[${index}])`
  if (parts.length === 0) return `${where}.parts: contents.parts must not be empty.`
  return parts.map((part) => checkPart(part, where)).find((said) => said !== undefined)
}

/** Each turn that calls functions is followed by one with just their responses. */
function checkCalls(contents: Turn[]): string | undefined {
  let open = 0
  for (const { parts = [] } of contents) {
    const answered = parts.filter(({ functionResponse }) => functionResponse).length
    if (open > 0 && answered !== open) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    }
    if (open === 0 && answered > 0) {
      return 'Please ensure that function response turn comes immediately after a function call turn.'
    }
    open = parts.filter(({ functionCall }) => functionCall).length
  }
  return open > 0 ? 'Please ensure that a function call turn is followed by its responses.' : undefined
}

function checkPart(part: GooglePart, where: string) {
  const { text, inlineData, functionCall, functionResponse, executableCode, codeExecutionResult } = part
  if (inlineData) {
    const { mimeType = '', data = '' } = inlineData
    if (!IMAGES.includes(mimeType) && !/^(audio|video)\/|^application\/pdf$|^text\//.test(mimeType)) {
      return `Unsupported MIME type: ${mimeType}`
    }
    return data === '' ? `${where}.parts: inline_data.data must not be empty.` : undefined
  }
  if (functionCall || functionResponse || executableCode || codeExecutionResult) return undefined
  return text === undefined
    ? `${where}.parts: required oneof field 'data' must have one initialized field`
    : undefined
}
