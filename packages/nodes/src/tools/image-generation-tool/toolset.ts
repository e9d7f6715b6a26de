import { errorMessage, isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type CallContext,
  type Component,
  type KeptFile,
  pictureArtifact,
  readNumber,
  readText,
  type Toolset,
} from '@runnel/node-kit'
import { readArgument } from '../read-argument.ts'
import { toToolName } from '../tool-name.ts'
import { DEFAULT_DESCRIPTION } from './default-description.ts'

/** Whoever asks for more waits too long, and pays too much for one wrong word. */
const MOST_PICTURES = 4

/**
 * One tool: it draws what a model describes. The pictures are kept with the conversation and shown in it; the model is told
 * their names, and never gets their bytes.
 */
export const imageGenerationToolset: Toolset = {
  list: ({ values }) => {
    const most = readMost(values.mostPictures)
    const count = {
      type: 'integer',
      minimum: 1,
      maximum: most,
      description: `How many pictures are drawn of it; 1 when not said, ${most} at most`,
    }
    return [
      {
        name: toToolName(readText(values, 'toolName'), 'draw_picture'),
        description: readText(values, 'toolDesc').trim() || DEFAULT_DESCRIPTION,
        inputSchema: {
          type: 'object',
          properties: {
            prompt: { type: 'string', description: 'What the picture shows, in detail' },
            ...(most > 1 && { count }),
          },
          required: ['prompt'],
          additionalProperties: false,
        },
        effects: 'none',
      },
    ]
  },
  async call(component, { input }, call) {
    const prompt = readArgument(input, 'prompt')
    const model = getModel(component)
    const pieces = Array.from({ length: readCount(input, readMost(component.values.mostPictures)) })
    const drawn = await call.each(pieces, (_piece, own) => drawOne(own, model, prompt), {
      concurrency: MOST_PICTURES,
    })
    const pictures = drawn.flatMap((each) => ('picture' in each ? [each.picture] : []))
    const [fault] = drawn.flatMap((each) => ('fault' in each ? [each.fault] : []))
    if (pictures.length === 0) throw fault
    const artifacts = pictures.flatMap((picture) => pictureArtifact(picture) ?? [])
    return { content: tell(pictures, fault), artifacts }
  },
}

function readMost(value: JsonValue | undefined): number {
  return clamp(readNumber({ value: value ?? 1 }, 'value') ?? 1, MOST_PICTURES)
}

function readCount(input: JsonValue, most: number): number {
  return clamp(isJsonObject(input) ? (readNumber(input, 'count') ?? 1) : 1, most)
}

function clamp(count: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(count)))
}

/** A picture that is not drawn does not take the others with it, which are paid for. */
async function drawOne(
  call: CallContext,
  model: Component,
  prompt: string,
): Promise<{ picture: KeptFile } | { fault: unknown }> {
  try {
    return { picture: await call.draw(model, prompt) }
  } catch (fault) {
    if (call.signal.aborted) throw fault
    return { fault }
  }
}

function tell(pictures: KeptFile[], fault: unknown): string {
  const names = pictures.map(({ name }) => name).join(', ')
  const drawn =
    pictures.length === 1
      ? `The picture is drawn, and is shown with your answer: ${names}.`
      : `The ${pictures.length} pictures are drawn, and are shown with your answer: ${names}.`
  const missing = fault === undefined ? '' : ` One that was asked for is not: ${errorMessage(fault)}`
  return `${drawn} Do not link to it, and do not draw it again unless you are asked to.${missing}`
}

function getModel({ anchors, label }: Component): Component {
  const model = anchors.imageModel?.[0] ?? anchors.chosenImageModel?.[0]
  if (model) return model
  throw new RunnelError(
    'missing_component',
    `${label} has nobody who draws. Connect an image model to it, or choose one in it.`,
  )
}
