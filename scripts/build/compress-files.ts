import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:html|js|css|svg|json|txt|xml|webmanifest)$/

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * Lays `<file>.br` and `<file>.gz` beside each file of text below the folder, as small as they get. A form that is not
 * smaller than the file is left out.
 */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  const forms = {
    br: await brotliAsync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gz: await gzipAsync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [ending, form] of Object.entries(forms)) {
    if (form.length < bytes.length) await writeFile(`${file}.${ending}`, form)
  }
}
