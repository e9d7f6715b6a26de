import type { OperationContext } from '../context.ts'
import type { KeptFile } from '../files/keep-file.ts'
import { keepParamFiles } from '../files/keep-param-files.ts'
import { type DocumentInput, type ReceivedDocument, readDocument } from './read-document.ts'

/**
 * The document of a save without the bytes of its files, and the files to be kept with it. No document when the body
 * brings none. @throws RunnelError as `readDocument`, `keepParamFiles`
 */
export async function receiveDocument(
  context: OperationContext,
  owner: { workspaceId: string; flowId: string | undefined },
  body: DocumentInput,
): Promise<{ received: ReceivedDocument | undefined; files: KeptFile[] }> {
  const received = readDocument(body, context.catalogue)
  if (!received) return { received, files: [] }
  const { document, files } = await keepParamFiles(context, owner, received.document)
  return { received: { ...received, document }, files }
}
