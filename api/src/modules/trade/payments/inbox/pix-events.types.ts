/** The kinds of event that a payment by Pix is, and of one that was given back, whoever reported it. */
export const PIX_PAYMENT = 'PIX_PAYMENT';
export const PIX_RETURN = 'PIX_RETURN';
export const PIX_PROVIDER = 'pix';
/**
 * In the key of a return, between the payment's and its own, which has letters and digits alone. Of a return that is not done
 * a colon and its status follow.
 */
export const RETURN_MARK = ':return:';
