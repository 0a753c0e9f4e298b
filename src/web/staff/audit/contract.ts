// The route of the page of the audit trail.
import { defineContract } from '../../../http/routing/contract.ts';
import { again, shown, text } from '../../forms/routes.ts';
import { adminPage } from '../common/routes.ts';

export const auditPages = defineContract({
  adminAuditPage: {
    ...adminPage,
    path: '/admin/audit',
    summary: 'Who did what, with filters',
    query: {
      part: text,
      actor: text,
      action: text,
      subjectKind: text,
      subjectId: text,
      since: text,
      until: text,
      cursor: text,
    },
    answers: { ...shown, 422: again('a filter is malformed') },
  },
});
