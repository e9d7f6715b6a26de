import type { getDocumentProxy } from 'unpdf'
import { getResolvedPDFJS } from 'unpdf'
import type { GrayPicture } from './write-png.ts'

/** A page as the library gives it. */
export type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** Points of the longer side: enough for small print, and what vendors take. */
const LONGEST_SIDE = 2_000
/** A point is the mean of at most so many points of an image in each direction. */
const MOST_SAMPLES = 4
const WHITE = 255
/** A page whose points differ by less than this shows nothing. */
const LEAST_CONTRAST = 8

/** From one plane into another, as PDF writes it: `[a, b, c, d, e, f]`. */
type Matrix = readonly [number, number, number, number, number, number]

/** An image of a page, point by point from its upper left. */
interface Image {
  width: number
  height: number
  /** How light a point is, from 0 to 255. */
  light(x: number, y: number): number
  /** How much of what is below it hides, from 0 to 1. */
  cover(x: number, y: number): number
}

/** What was found on a page: its images drawn; `unreadable` where it has some, and none can be read. */
export type DrawnPage = GrayPicture | 'blank' | 'unreadable'

/** Draws the images of a page where they stand, in grey. Text, lines and patterns are left out. */
export async function drawPage(page: PdfPage): Promise<DrawnPage> {
  const { width, height, matrix } = measure(page)
  const points = new Uint8Array(width * height).fill(WHITE)
  let drawn = 0
  let unreadable = 0
  for (const { at, find } of await listImages(page, matrix)) {
    const image = readImage(await find())
    if (image) drawImage({ width, height, points }, image, at)
    if (image) drawn += 1
    else unreadable += 1
  }
  if (drawn === 0) return unreadable > 0 ? 'unreadable' : 'blank'
  return isPlain(points) ? 'blank' : { width, height, points }
}

function measure(page: PdfPage): { width: number; height: number; matrix: Matrix } {
  const natural = page.getViewport({ scale: 1 })
  const longest = Math.max(natural.width, natural.height)
  const scale = LONGEST_SIDE / longest
  const side = (length: number) => Math.min(LONGEST_SIDE, Math.max(1, Math.round(length * scale) || 1))
  const { transform } = page.getViewport({ scale })
  return { width: side(natural.width), height: side(natural.height), matrix: asMatrix(transform) ?? UNIT }
}

const UNIT: Matrix = [1, 0, 0, 1, 0, 0]

function asMatrix(value: unknown): Matrix | undefined {
  if (!isListOfNumbers(value)) return undefined
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = value
  return [a, b, c, d, e, f]
}

function isListOfNumbers(value: unknown): value is ArrayLike<number> & Iterable<number> {
  return (Array.isArray(value) || ArrayBuffer.isView(value)) && 'length' in value && value.length === 6
}

/** An image that a page shows: where, and how its points are got. */
interface PlacedImage {
  at: Matrix
  find(): Promise<unknown>
}

/** Goes through what a page does, and keeps where its images stand. */
async function listImages(page: PdfPage, start: Matrix): Promise<PlacedImage[]> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const images: PlacedImage[] = []
  const stack: Matrix[] = []
  let now = start
  for (const [index, operation] of fnArray.entries()) {
    const given: unknown[] = argsArray[index] ?? []
    switch (operation) {
      case OPS.save:
        stack.push(now)
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        now = stack.pop() ?? now
        break
      case OPS.transform:
        now = multiply(now, asMatrix(given) ?? UNIT)
        break
      case OPS.paintFormXObjectBegin:
        stack.push(now)
        now = multiply(now, asMatrix(given[0]) ?? UNIT)
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
        images.push({ at: now, find: () => findImage(page, given[0]) })
        break
      default:
    }
  }
  return images
}

/** The product of two matrices: what the second one gives goes through the first one. */
function multiply([a, b, c, d, e, f]: Matrix, [k, l, m, n, o, p]: Matrix): Matrix {
  return [a * k + c * l, b * k + d * l, a * m + c * n, b * m + d * n, a * o + c * p + e, b * o + d * p + f]
}

/** An image stands in the operation itself, or is named there: by its id, or as the data of a mask. */
async function findImage(page: PdfPage, given: unknown): Promise<unknown> {
  if (typeof given === 'object' && given !== null && 'data' in given && typeof given.data === 'string')
    return asMask(await findObject(page, given.data))
  if (typeof given === 'string') return findObject(page, given)
  return typeof given === 'object' && given !== null && 'kind' in given ? given : asMask(given)
}

const asMask = (image: unknown): unknown =>
  typeof image === 'object' && image !== null ? { ...image, kind: 'mask' } : image

function findObject(page: PdfPage, id: string): Promise<unknown> {
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => objects.get(id, resolve))
}

/** The kinds in which the library gives points; `mask` has a bit for each that is painted or not. */
const GRAY_BITS = 1
const RGB = 2
const RGBA = 3

/** Points as the library gives them. */
interface RawImage {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
  kind: unknown
}

function isRaw(given: unknown): given is RawImage {
  if (typeof given !== 'object' || given === null) return false
  const { data, width, height } = given as Record<string, unknown>
  const hasPoints = data instanceof Uint8Array || data instanceof Uint8ClampedArray
  return hasPoints && typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0
}

/** Undefined for what has no points, or fewer than it says. */
function readImage(given: unknown): Image | undefined {
  if (!isRaw(given)) return undefined
  return given.kind === RGB || given.kind === RGBA ? readColours(given) : readBits(given)
}

/** An image with a bit for each point, or a mask. */
function readBits({ data, width, height, kind }: RawImage): Image | undefined {
  const row = Math.ceil(width / 8)
  if ((kind !== 'mask' && kind !== GRAY_BITS) || data.length < row * height) return undefined
  const bit = (x: number, y: number) => ((data[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
  if (kind === 'mask') return { width, height, light: () => 0, cover: (x, y) => 1 - bit(x, y) }
  return { width, height, light: (x, y) => bit(x, y) * WHITE, cover: () => 1 }
}

function readColours({ data, width, height, kind }: RawImage): Image | undefined {
  const size = kind === RGB ? 3 : 4
  if (data.length < width * height * size) return undefined
  const light = (x: number, y: number) => {
    const at = (y * width + x) * size
    return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  }
  if (kind === RGB) return { width, height, light, cover: () => 1 }
  return { width, height, light, cover: (x, y) => (data[(y * width + x) * 4 + 3] ?? WHITE) / WHITE }
}

/** Draws an image, whose unit square the matrix places. */
function drawImage({ width, height, points }: GrayPicture, image: Image, at: Matrix): void {
  const [a, b, c, d, e, f] = at
  const area = a * d - b * c
  if (!Number.isFinite(area) || Math.abs(area) < 1e-6) return
  const [left, right] = spanOf([e, e + a, e + c, e + a + c], width)
  const [top, bottom] = spanOf([f, f + b, f + d, f + b + d], height)
  const wanted = Math.sqrt((image.width * image.height) / Math.abs(area))
  const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(wanted)))
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const index = y * width + x
      points[index] = mixPoint(image, { at, area, samples }, { x, y, before: points[index] ?? WHITE })
    }
  }
}

/** Where an image stands, and of how many of its points in each direction a point of the page is the mean. */
interface Placing {
  at: Matrix
  area: number
  samples: number
}

/** A point of the page, with what falls on it of an image. */
function mixPoint(
  image: Image,
  { at: [a, b, c, d, e, f], area, samples }: Placing,
  { x, y, before }: { x: number; y: number; before: number },
): number {
  const all = samples * samples
  let light = 0
  let cover = 0
  for (let n = 0; n < all; n += 1) {
    const dx = x + ((n % samples) + 0.5) / samples - e
    const dy = y + (Math.floor(n / samples) + 0.5) / samples - f
    const u = (d * dx - c * dy) / area
    const v = 1 - (a * dy - b * dx) / area
    if (u < 0 || u >= 1 || v < 0 || v >= 1) continue
    const column = Math.floor(u * image.width)
    const line = Math.floor(v * image.height)
    const covered = image.cover(column, line)
    cover += covered
    light += covered * image.light(column, line)
  }
  return (light + (all - cover) * before) / all
}

/** The whole points between the least and the greatest of some places. */
function spanOf(places: readonly number[], length: number): [number, number] {
  return [Math.max(0, Math.floor(Math.min(...places))), Math.min(length, Math.ceil(Math.max(...places)))]
}

function isPlain(points: Uint8Array): boolean {
  let darkest = WHITE
  let lightest = 0
  for (const point of points) {
    if (point < darkest) darkest = point
    if (point > lightest) lightest = point
  }
  return lightest - darkest < LEAST_CONTRAST
}
