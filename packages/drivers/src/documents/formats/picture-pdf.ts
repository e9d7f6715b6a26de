import type { PagePictures } from '../read-document.ts'
import { drawPage, type PdfPage } from './draw-page.ts'
import { openPdf } from './read-pdf.ts'
import { writePng } from './write-png.ts'

/** Points of an image that are unfolded at most: a sheet of A4 with 600 to the inch has 35 million. */
const LARGEST_IMAGE = 40_000_000

/** The pictures of these pages of a PDF, by their numbers; those that have none are left out. */
export async function picturePdf(bytes: Uint8Array, numbers: readonly number[]): Promise<PagePictures> {
  const pdf = await openPdf(bytes.slice(), { maxImageSize: LARGEST_IMAGE })
  const pictures: PagePictures['pictures'] = {}
  const unreadable: number[] = []
  for (const number of numbers) {
    if (number < 1 || number > pdf.numPages) continue
    const page = await pdf.getPage(number)
    const drawn = await drawPage(page)
    if (drawn === 'unreadable' || (drawn === 'blank' && (await leavesOut(bytes, page))))
      unreadable.push(number)
    else if (drawn !== 'blank') pictures[number] = writePng(drawn).toString('base64')
    page.cleanup()
  }
  return { pictures, unreadable }
}

/**
 * Whether the library passes over something on a page, such as an image that is too large: where it is strict, it stops
 * there and says less of the page.
 */
async function leavesOut(bytes: Uint8Array, page: PdfPage): Promise<boolean> {
  const strict = await openPdf(bytes.slice(), { maxImageSize: LARGEST_IMAGE, stopAtErrors: true })
  try {
    const told = await (await strict.getPage(page.pageNumber)).getOperatorList()
    return told.fnArray.length < (await page.getOperatorList()).fnArray.length
  } catch {
    return true
  } finally {
    await strict.loadingTask.destroy()
  }
}
