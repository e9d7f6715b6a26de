import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { asBase64 } from '../fake-images/draw-picture.ts'
import type { FakeAnswer } from '../fake-openai-reply.ts'
import { sendCut } from '../send-cut.ts'
import { wordsOf } from '../words-of.ts'
import type { GoogleBody, GooglePart } from './google-request.ts'

/** What an answer is written for. */
export interface AskedGoogle {
  body: GoogleBody
  model: string
}

/** Writes an answer as one `GenerateContentResponse`. */
export function writeWholeContent(response: ServerResponse, answer: FakeAnswer, asked: AskedGoogle) {
  const parts = [...thoughts(answer, asked), ...made(answer), ...texts([answer.text]), ...calls(answer)]
  const text = JSON.stringify(chunk(parts, answer, asked))
  if (answer.cutAfter !== undefined) return sendCut(response, 'application/json', Buffer.from(text))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(text)
}

/** Writes an answer as server-sent events, each a `GenerateContentResponse`. */
export async function writeStreamedContent(response: ServerResponse, answer: FakeAnswer, asked: AskedGoogle) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  if (answer.firstTokenDelayMs) await wait(answer.firstTokenDelayMs)
  const pieces = answer.pieces ?? wordsOf(answer.text)
  const parts = [...thoughts(answer, asked), ...made(answer), ...texts(pieces), ...calls(answer)]
  for (const [index, part] of parts.entries()) {
    if (index === answer.cutAfter) {
      await new Promise<void>((resolve) => response.write(':\n\n', () => resolve()))
      return void response.destroy()
    }
    if (index === answer.errorAfter) {
      return void response.end(
        frame({ error: { code: 500, message: 'An internal error has occurred.', status: 'INTERNAL' } }),
      )
    }
    const isLast = index === parts.length - 1
    response.write(
      frame(isLast ? chunk([part], answer, asked) : { ...head(asked), candidates: [candidate([part])] }),
    )
    if (answer.tokenDelayMs) await wait(answer.tokenDelayMs)
  }
  response.end()
}

function thoughts({ reasoning }: FakeAnswer, { body }: AskedGoogle): GooglePart[] {
  const wants = body.generationConfig?.thinkingConfig?.includeThoughts === true
  return reasoning === undefined || !wants ? [] : [{ text: reasoning, thought: true }]
}

/** Pictures, and code that was run: as they come. */
function made({ items = [], pictures = [] }: FakeAnswer): GooglePart[] {
  const drawn = pictures.map((picture) => ({
    inlineData: { mimeType: 'image/png', data: asBase64(picture) },
  }))
  return [...(items as GooglePart[]), ...drawn]
}

function texts(pieces: (string | undefined)[]): GooglePart[] {
  return pieces.filter((text) => text !== undefined).map((text) => ({ text }))
}

/** The first call of a turn carries the signature of what was thought. */
function calls({ toolCalls = [] }: FakeAnswer): GooglePart[] {
  return toolCalls.map(({ name, input }, index) => ({
    functionCall: { name, args: input },
    ...(index === 0 ? { thoughtSignature: 'c2lnbmF0dXJl' } : {}),
  }))
}

function chunk(parts: GooglePart[], answer: FakeAnswer, asked: AskedGoogle) {
  const prompt = answer.usage?.prompt ?? asked.body.contents?.length ?? 0
  const completion = answer.usage?.completion ?? answer.text?.split(' ').length ?? 1
  return {
    ...head(asked),
    candidates: [
      {
        ...candidate(parts),
        finishReason: answer.finishReason ?? 'STOP',
        ...(answer.grounding && { groundingMetadata: answer.grounding }),
      },
    ],
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: completion,
      totalTokenCount: prompt + completion,
    },
  }
}

function candidate(parts: GooglePart[]) {
  return { index: 0, content: { role: 'model', parts } }
}

function head({ model }: AskedGoogle) {
  return { modelVersion: model, responseId: 'fake-response' }
}

function frame(value: object): string {
  return `data: ${JSON.stringify(value)}\r\n\r\n`
}
