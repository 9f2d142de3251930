// The bank's page of a 3-D Secure payment: the cardholder approves or declines, and returns to the shop.
import type { PaymentIntent } from './objects.ts';

export function challengePage(intent: PaymentIntent, lastFour: string): string {
  const amount = (intent.amount / 100).toFixed(2);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>3D Secure - test mode</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem}
button{font:inherit;padding:.6rem 1.2rem;margin-right:.5rem}</style></head>
<body><h1>3D Secure</h1>
<p><strong>Test mode.</strong> Your bank asks: do you want to pay $${amount} with the card ending in
${lastFour}?</p>
<form method="post">
<input type="hidden" name="card" value="${lastFour}">
<button name="answer" value="approve">Complete</button><button name="answer" value="refuse">Fail</button>
</form></body></html>`;
}

/** After the decision: returns to the shop's address, or sends a message to the page that embeds this one. */
export function answeredPage(intent: PaymentIntent): string {
  const message = JSON.stringify({
    type: 'payment_challenge_answered',
    id: intent.id,
    status: intent.status,
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>3D Secure - test mode</title></head>
<body><p>Thank you. You can close this page.</p>
<script>(window.opener ?? window.parent).postMessage(${message}, '*');</script></body></html>`;
}
