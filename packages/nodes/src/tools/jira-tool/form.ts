import type { ServiceAction, ServiceForm } from '../service-form.ts'
import { numberParam, reads, textParam, writes } from '../service-parts.ts'

const key = { issueKey: 'issueKey' }
const facts = {
  summary: 'issueSummary',
  description: 'issueDescription',
  priority: 'issuePriority',
  assigneeAccountId: 'assigneeAccountId',
}

const issues: Record<string, ServiceAction> = {
  listIssues: reads('Finds issues in Jira, by a query of JQL or all of a project.', {
    projectKey: 'projectKey',
    jql: 'jqlQuery',
    maxResults: 'issueMaxResults',
  }),
  createIssue: writes(
    'Makes an issue in Jira.',
    { projectKey: 'projectKey', issueType: 'issueType', ...facts },
    ['projectKey', 'issueType', 'summary'],
  ),
  getIssue: reads('Reads an issue of Jira.', key, ['issueKey']),
  updateIssue: writes('Changes an issue of Jira; what is left out stays.', { ...key, ...facts }, [
    'issueKey',
  ]),
  deleteIssue: writes('Deletes an issue of Jira for good.', key, ['issueKey']),
  assignIssue: writes(
    'Gives an issue of Jira to a person.',
    { ...key, assigneeAccountId: 'assigneeAccountId' },
    ['issueKey', 'assigneeAccountId'],
  ),
  transitionIssue: writes(
    'Moves an issue of Jira on in its workflow.',
    { ...key, transitionId: 'transitionId' },
    ['issueKey', 'transitionId'],
  ),
}

const issue = { issueKey: 'commentIssueKey' }
const comment = { ...issue, commentId: 'commentId' }

const comments: Record<string, ServiceAction> = {
  listComments: reads('Lists the comments of an issue of Jira.', issue, ['issueKey']),
  createComment: writes('Comments on an issue of Jira.', { ...issue, text: 'commentText' }, [
    'issueKey',
    'text',
  ]),
  getComment: reads('Reads a comment of an issue of Jira.', comment, ['issueKey', 'commentId']),
  updateComment: writes('Writes a comment of an issue of Jira anew.', { ...comment, text: 'commentText' }, [
    'issueKey',
    'commentId',
    'text',
  ]),
  deleteComment: writes('Deletes a comment of an issue of Jira.', comment, ['issueKey', 'commentId']),
}

const user = { accountId: 'userAccountId' }
const person = { email: 'userEmail', displayName: 'userDisplayName' }

const users: Record<string, ServiceAction> = {
  searchUsers: reads(
    'Finds people in Jira, by a piece of their name or mail address.',
    { query: 'userQuery', maxResults: 'userMaxResults' },
    ['query'],
  ),
  getUser: reads('Reads what is known of a person in Jira.', user, ['accountId']),
  createUser: writes('Makes a user of Jira.', person, ['email', 'displayName']),
  updateUser: writes(
    'Changes a user of a Jira server of one’s own; those of Jira Cloud are managed by their organisation.',
    { ...user, ...person },
    ['accountId'],
  ),
  deleteUser: writes('Deletes a user of Jira.', user, ['accountId']),
}

/** What Jira can do as a tool. */
export const jiraForm: ServiceForm = {
  prefix: 'jira',
  choice: { param: 'jiraType', label: 'Type' },
  groups: [
    { name: 'issues', label: 'Issue', param: 'issueActions', actions: issues },
    { name: 'comments', label: 'Comment', param: 'commentActions', actions: comments },
    { name: 'users', label: 'User', param: 'userActions', actions: users },
  ],
  params: {
    projectKey: textParam('Project Key', 'The key of the project, such as PROJ'),
    issueType: textParam('Issue Type', 'The type of the issue, such as Bug, Task or Story'),
    issueSummary: textParam('Summary', 'The title of the issue'),
    issueDescription: textParam('Description', 'What the issue is about, in the markup of Jira', 4),
    issuePriority: textParam('Priority', 'How urgent it is, such as High'),
    issueKey: textParam('Issue Key', 'The key of the issue, such as PROJ-123'),
    assigneeAccountId: textParam(
      'Assignee Account ID',
      'The account id of the person; on a server of one’s own the user name',
    ),
    transitionId: textParam('Transition ID', 'The id of the step in the workflow'),
    jqlQuery: textParam('JQL Query', 'What to find, such as: project = PROJ AND status = "To Do"'),
    issueMaxResults: numberParam('Max Results', 'The largest number of issues to give', 50),
    commentIssueKey: textParam('Issue Key (for Comments)', 'The key of the issue, such as PROJ-123'),
    commentText: textParam('Comment Text', 'The text of the comment, in the markup of Jira', 4),
    commentId: textParam('Comment ID', 'The id of the comment'),
    userQuery: textParam('Search Query', 'A piece of a name or mail address'),
    userAccountId: textParam(
      'Account ID',
      'The account id of the person; on a server of one’s own the user name',
    ),
    userEmail: { ...textParam('Email Address', 'The mail address of the person'), namesNoHost: true },
    userDisplayName: textParam('Display Name', 'The name of the person'),
    userMaxResults: numberParam('User Max Results', 'The largest number of people to give', 50),
  },
}
