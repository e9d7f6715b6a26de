import { RunnelError } from '@runnel/contract'

/** The error of an answer that is not in the form that a parser asks for. */
export function refuseAnswer(label: string, fault: string): RunnelError {
  return new RunnelError(
    'model_error',
    `${label} cannot read the model's answer: ${fault}. Switch Autofix on, describe the form more clearly, or try another model.`,
  )
}
