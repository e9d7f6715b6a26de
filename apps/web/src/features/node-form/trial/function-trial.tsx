import { Button, Group, Textarea } from '@mantine/core'
import { type FindDefinition, type FlowDocument, type FlowNode, findValueReadAs } from '@runnel/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../read-value.ts'
import { TrialOutcome } from './trial-outcome.tsx'
import { listTrialValues, nameInCode, type TrialValue, trialVariables } from './trial-values.ts'
import { useFunctionTrial } from './use-function-trial.ts'
import '../node-form-texts.ts'
import './function-trial.css'

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
  const { run, cancel, isRunning, result, error } = useFunctionTrial()
  const canRun = code.trim() !== '' && !isRunning
  const start = () => {
    if (canRun) run({ code, variables: trialVariables(values, written) })
  }
  const runByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    start()
  }
  return (
    <section className="function-trial" aria-label={t('trial.title')} onKeyDown={runByKeys}>
      <h3>{t('trial.title')}</h3>
      <p className="field-help">{t('trial.help')}</p>
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
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={14} stroke={1.8} />}
          loading={isRunning}
          disabled={code.trim() === ''}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={start}
        >
          {t('trial.run')}
        </Button>
        {isRunning ? (
          <Button variant="subtle" color="gray" onClick={cancel}>
            {t('cancel')}
          </Button>
        ) : null}
      </Group>
      {code.trim() === '' ? <p className="field-help">{t('trial.noCode')}</p> : null}
      <TrialOutcome isRunning={isRunning} result={result} error={error} code={code} />
    </section>
  )
}

type Translate = ReturnType<typeof useTranslation<'node-form'>>['t']

function helpOf({ kind, standsFor }: TrialValue, t: Translate): string | undefined {
  if (kind === 'input') return t('trial.input')
  return standsFor === undefined ? undefined : t('trial.standsFor', { text: standsFor })
}
