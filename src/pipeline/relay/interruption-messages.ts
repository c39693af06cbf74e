/** Messages for a client whose answer has begun and will not be completed. */
export const interruptionMessages = {
  broken: 'The backend broke off in the middle of its answer; what came before is incomplete.',
  noRoom:
    'The gateway has no room for the rest of this answer; what came before is incomplete. Try again shortly.',
  stopping: 'The gateway is stopping; what came before is incomplete. Send the request again.',
} as const;
