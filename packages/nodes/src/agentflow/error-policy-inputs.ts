import { ERROR_CHOICES, type InputDefinition, type ParamOption } from '@runnel/contract'

const CHOICES: ParamOption[] = [
  { label: 'Stop the run', name: ERROR_CHOICES.stop },
  {
    label: 'Go on with a text',
    name: ERROR_CHOICES.goOn,
    description:
      'The nodes after this one see the text as its answer, and the error beside it. Of several ways out the last one is taken.',
  },
]

const ERROR_BRANCH: ParamOption = {
  label: 'Go on at the error branch',
  name: ERROR_CHOICES.branch,
  description: 'The node has one more output, which is taken instead of the others',
}

/**
 * The params that say what becomes of the run when the step fails. One name for all nodes: the reference has none of
 * them, so that none of its flows has a value there. Where no edge leaves a step there is no error branch.
 */
export const errorPolicyInputs = ({ mayBranch }: { mayBranch: boolean }): InputDefinition[] => [
  {
    label: 'On Error',
    name: 'onError',
    readAs: 'onError',
    type: 'options',
    additionalParams: true,
    optional: true,
    default: ERROR_CHOICES.stop,
    description: 'What becomes of the run when this node fails',
    options: mayBranch ? [...CHOICES, ERROR_BRANCH] : CHOICES,
  },
  {
    label: 'Text After an Error',
    name: 'errorFallback',
    readAs: 'fallback',
    type: 'string',
    additionalParams: true,
    optional: true,
    rows: 2,
    description: 'What the nodes after this one see as its answer',
    show: { onError: ERROR_CHOICES.goOn },
  },
  {
    label: 'Retries',
    name: 'errorRetries',
    readAs: 'retries',
    type: 'number',
    additionalParams: true,
    optional: true,
    step: 1,
    description:
      'How often this node is tried again when it fails, ten times at most. All that it does is done anew, also what it wrote elsewhere; text that was shown is final.',
  },
  {
    label: 'Seconds Before a Retry',
    name: 'errorRetrySeconds',
    readAs: 'retryDelay',
    type: 'number',
    additionalParams: true,
    optional: true,
    description: 'Doubled with each further retry, up to a minute; 1 when empty',
  },
  {
    label: 'Time Limit in Seconds',
    name: 'timeLimitSeconds',
    readAs: 'timeLimit',
    type: 'number',
    additionalParams: true,
    optional: true,
    description:
      'How long each try may take, without the time of a person who is asked; as long as the run when empty',
  },
]
