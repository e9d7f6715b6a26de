import type { FlowNode } from '@runnel/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { newComponent } from '../../node-form/component-node.ts'
import { ComponentForm } from '../component-form.tsx'
import { ComponentSelect } from '../component-select.tsx'
import type { useComponents } from '../use-components.ts'
import { useStepChoices } from './use-step-choices.ts'
import type { VectorStep } from './vector-draft.ts'

interface VectorStepFormProps {
  number: number
  step: VectorStep
  node: FlowNode | undefined
  components: ReturnType<typeof useComponents>
  isReadOnly: boolean
  showsProblems: boolean
  onChange: (change: (node: FlowNode | undefined) => FlowNode | undefined) => void
}

/** One of the choices: what it is for, what may be chosen, and its params. */
export function VectorStepForm(props: VectorStepFormProps) {
  const { number, step, node, components, isReadOnly, showsProblems, onChange } = props
  const { t } = useTranslation('document-stores')
  const id = useId()
  return (
    <section className="panel store-form vector-step" aria-labelledby={id}>
      <h2 id={id}>
        <span className="vector-step-number" aria-hidden>
          {number}
        </span>
        {t(`vectors.${step}.title`)}
      </h2>
      <p className="store-note">{t(`vectors.${step}.text`)}</p>
      <StepChoice {...props} />
      {node ? (
        <ComponentForm
          key={node.type}
          node={node}
          find={components.find}
          isReadOnly={isReadOnly}
          showsProblems={showsProblems}
          onChange={(change) => onChange((now) => now && change(now))}
        />
      ) : null}
    </section>
  )
}

/** What is chosen and what else may be. Who may only look is told where nobody chose: to them nothing is offered. */
function StepChoice(props: VectorStepFormProps) {
  const { step, node, components, isReadOnly, showsProblems, onChange } = props
  const { t } = useTranslation('document-stores')
  const choices = useStepChoices(step, !isReadOnly)
  const optional = step === 'embedding' || step === 'vectorStore' ? undefined : step
  if (isReadOnly && node === undefined)
    return <p>{t(optional ? `vectors.${optional}.none` : 'vectors.notChosen')}</p>
  if (step === 'recordManager' && choices.length === 0 && node === undefined)
    return <p className="store-note">{t('vectors.recordManager.unavailable')}</p>
  const isMissing = showsProblems && optional === undefined && node === undefined
  return (
    <ComponentSelect
      label={t(`vectors.${step}.choice`)}
      {...(optional && { none: t(`vectors.${optional}.none`) })}
      definitions={choices}
      value={node?.type}
      labelOf={components.labelOf}
      error={isMissing ? t(`vectors.missing`) : undefined}
      isReadOnly={isReadOnly}
      onChange={(type) => {
        const chosen = type === undefined ? undefined : components.find(type)
        onChange(() => chosen && newComponent(chosen))
      }}
    />
  )
}
