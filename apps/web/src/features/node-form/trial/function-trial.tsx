import { Textarea } from '@mantine/core'
import { type FindDefinition, type FlowDocument, type FlowNode, findValueReadAs } from '@runnel/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../read-value.ts'
import { CodeTrial } from './code-trial.tsx'
import { listTrialValues, nameInCode, type TrialValue, trialVariables } from './trial-values.ts'

const MAX_ROWS = 6

interface FunctionTrialProps {
  node: FlowNode
  document: FlowDocument
  find: FindDefinition
}

/** Tries the code of a custom function out, with values that the author gives, without a run of the flow. */
export function FunctionTrial({ node, document, find }: FunctionTrialProps) {
  const { t } = useTranslation('node-form')
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const values = useMemo(() => listTrialValues(node, document, find), [node, document, find])
  const code = textOf(findValueReadAs(node.values, find(node.type), 'code'))
  return (
    <CodeTrial code={code} variables={() => trialVariables(values, written)}>
      {values.map((value) => (
        <Textarea
          key={nameInCode(value)}
          label={<code>{nameInCode(value)}</code>}
          description={helpOf(value, t)}
          value={written[nameInCode(value)] ?? value.preset}
          autosize
          minRows={1}
          maxRows={MAX_ROWS}
          onChange={(event) => setWritten({ ...written, [nameInCode(value)]: event.currentTarget.value })}
        />
      ))}
    </CodeTrial>
  )
}

type Translate = ReturnType<typeof useTranslation<'node-form'>>['t']

function helpOf({ kind, standsFor }: TrialValue, t: Translate): string | undefined {
  if (kind === 'input') return t('trial.input')
  return standsFor === undefined ? undefined : t('trial.standsFor', { text: standsFor })
}
