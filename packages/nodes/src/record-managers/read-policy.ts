import { RunnelError } from '@runnel/contract'
import { type ReadRecordPolicy, type RecordPolicy, readText } from '@runnel/node-kit'

const CLEANUPS: RecordPolicy['cleanup'][] = ['none', 'incremental', 'full']

/** The policy that a node's params name. @throws RunnelError `invalid_input` for a cleanup that there is not */
export const readRecordPolicy: ReadRecordPolicy = ({ label, values }) => {
  const wanted = readText(values, 'cleanup').trim() || 'none'
  const cleanup = CLEANUPS.find((one) => one === wanted)
  if (!cleanup) {
    const message = `${label} has no cleanup "${wanted.slice(0, 40)}". Choose one of ${CLEANUPS.join(', ')}.`
    throw new RunnelError('invalid_input', message, { issues: [{ path: 'cleanup', message }] })
  }
  const sourceIdKey = readText(values, 'sourceIdKey').trim() || 'source'
  return { cleanup, namespace: readText(values, 'namespace').trim(), sourceIdKey }
}
