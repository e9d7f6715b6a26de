import { APICallError, type ImageModelV4, type ImageModelV4Result, type JSONObject } from '@ai-sdk/provider'
import { errorMessage, type JsonObject, RunnelError } from '@runnel/contract'
import {
  type MadeImage,
  type MakeImage,
  ModelError,
  readNumber,
  readText,
  type VendorContext,
} from '@runnel/node-kit'
import { type CalledVendor, describeVendorError, redact } from './describe-vendor-error.ts'
import type { VendorConnection } from './open-vendor-model.ts'
import {
  listSecrets,
  type ModelNaming,
  readEndpoint,
  readKey,
  readModelName,
  type VendorHome,
  type VendorKey,
  withoutKey,
} from './read-endpoint.ts'
import { startDeadline } from './start-deadline.ts'

/** A vendor's image models, as data: what is its own beside what all vendors of the AI SDK have in common. */
export interface ImageVendor extends VendorHome, ModelNaming {
  key: VendorKey
  /** Makes the SDK's model; nothing of it is kept between calls. */
  connect(connection: VendorConnection, modelName: string): ImageModelV4
  /** Options by the vendor's namespace. */
  options?: (values: JsonObject, modelName: string) => Record<string, JSONObject>
  /** Words of a refusal which say that the account has no credit left. */
  outOfQuota?: readonly string[]
  /** Words of a refusal which say that the vendor does not draw what was asked for. */
  refusesContent?: readonly string[]
  /** The header by which the vendor takes the name of a request, so that it draws a repeated one only once. */
  idempotencyHeader?: string
}

/** Vendors draw the largest pictures in some two minutes. */
const USUAL_LIMIT_MS = 300_000

/** Makes the work of a vendor's image models: one picture by one call. No key outlives its call. */
export function openVendorImages(vendor: ImageVendor): MakeImage {
  return async ({ values }, context, { prompt, signal }) => {
    const { model, told, call } = openModel(vendor, values, context)
    const limitMs = readLimit(values)
    const deadline = startDeadline(limitMs, signal, context.sleep)
    try {
      const asked = { ...call, prompt, n: 1, files: undefined, mask: undefined }
      return readPicture(await model.doGenerate({ ...asked, abortSignal: deadline.signal }), told)
    } catch (error) {
      if (signal.aborted) throw error
      throw deadline.hasPassed() ? tooLate(told, limitMs) : describeFault(error, told)
    } finally {
      deadline.end()
    }
  }
}

function readLimit(values: JsonObject): number {
  const limit = readNumber(values, 'timeout')
  return limit !== undefined && limit > 0 ? limit : USUAL_LIMIT_MS
}

/** The SDK's model for one call, what is said of its faults, and what it is asked beside the text. */
function openModel(vendor: ImageVendor, values: JsonObject, context: VendorContext) {
  const { credential = {}, fetch, sleep } = context
  const endpoint = readEndpoint(values, vendor, credential)
  const { baseURL, headers } = endpoint
  const apiKey = readKey(context, vendor.key, endpoint)
  const modelName = readModelName(values, { ...vendor, credential }, 'image model')
  const secrets = listSecrets(credential, vendor.key, headers)
  const keepSecret = (secret: string) => void secrets.push(secret)
  const reached = { baseURL, headers, apiKey: apiKey ?? '', fetch, sleep }
  const { outOfQuota = [], refusesContent = [] } = vendor
  const told: Told = { vendor: endpoint.vendor, modelName, secrets, outOfQuota, refusesContent }
  const call = {
    ...readShape(values),
    providerOptions: vendor.options?.(values, modelName) ?? {},
    headers: { ...withoutKey(apiKey, headers).headers, ...nameOf(vendor, context) },
  }
  return { model: vendor.connect({ ...reached, credential, values, keepSecret }, modelName), told, call }
}

/** The name of the request, for a vendor that takes one. */
function nameOf(
  { idempotencyHeader }: ImageVendor,
  { idempotencyKey }: VendorContext,
): Record<string, string> {
  if (idempotencyHeader === undefined || idempotencyKey === undefined) return {}
  return { [idempotencyHeader]: idempotencyKey }
}

/** What is said of faults. */
interface Told extends CalledVendor {
  refusesContent: readonly string[]
}

type Shape = Pick<Parameters<ImageModelV4['doGenerate']>[0], 'size' | 'aspectRatio' | 'seed'>

/** What a picture is to be like, whoever draws it. */
function readShape(values: JsonObject): Shape {
  return {
    size: readPair(values, { param: 'size', between: 'x', example: '1024x1024' }) as Shape['size'],
    aspectRatio: readPair(values, {
      param: 'aspectRatio',
      between: ':',
      example: '16:9',
    }) as Shape['aspectRatio'],
    seed: readNumber(values, 'seed'),
  }
}

/** Two numbers of an author or a caller; undefined where the model chooses. */
function readPair(
  values: JsonObject,
  { param, between, example }: { param: string; between: string; example: string },
): string | undefined {
  const written = readText(values, param).trim().toLowerCase()
  if (written === '' || written === 'auto') return undefined
  const [first = '', second = '', ...more] = written.split(between)
  if (more.length === 0 && isNumber(first) && isNumber(second)) return written
  throw new RunnelError(
    'invalid_input',
    `"${written.slice(0, 40)}" is no ${param === 'size' ? 'size' : 'aspect ratio'} of a picture. Write it as ${example}.`,
  )
}

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text)
}

function readPicture({ images, usage, isRetryable, providerMetadata }: Drawn, told: Told): MadeImage {
  // One picture was asked for: what a vendor sends beside it is not read.
  const [image] = images
  if (image === undefined) {
    if (isRetryable === false) throw refusedContent(told, findReason(providerMetadata))
    throw new ModelError(
      `${told.vendor} sent no picture (model ${told.modelName}). Check that this model draws, and ask in other words.`,
      { retryable: false },
    )
  }
  return {
    image: typeof image === 'string' ? Uint8Array.fromBase64(image) : image,
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
  }
}

type Drawn = ImageModelV4Result

/** Why a model ended without a picture, in its vendor's word. */
function findReason(metadata: Drawn['providerMetadata']): string {
  const reasons = Object.values(metadata ?? {}).map((own) => (own as { finishReason?: unknown }).finishReason)
  const reason = reasons.find((each) => typeof each === 'string')
  return typeof reason === 'string' ? reason : 'its filters hold it back'
}

function describeFault(error: unknown, told: Told): Error {
  const said = APICallError.isInstance(error) ? (error.responseBody ?? '') : ''
  const words = errorMessage(error)
  const isContent = told.refusesContent.some((each) => said.includes(each) || words.includes(each))
  const described = describeVendorError(error, told)
  if (!isContent) return described
  const detail = described.cause instanceof Error ? described.cause.message : words
  const status = 'vendorStatus' in described ? described.vendorStatus : undefined
  return refusedContent(told, detail, typeof status === 'number' ? status : undefined)
}

function refusedContent(told: Told, detail: string, vendorStatus?: number): ModelError {
  return new ModelError(
    `${told.vendor} does not draw this (model ${told.modelName}): ${redact(detail, told)}. Ask for another picture, or in other words.`,
    { retryable: false, ...(vendorStatus === undefined ? {} : { vendorStatus }) },
  )
}

/** It may be drawn, and be paid for, all the same: nobody asks again unasked. */
function tooLate({ vendor, modelName }: Told, limitMs: number): ModelError {
  return new ModelError(
    `${vendor} did not draw the picture within ${limitMs} ms (model ${modelName}). Ask for a smaller or simpler one, or raise the timeout of the model.`,
    { retryable: false },
  )
}
