/// What the circular code on a bill says (code specification §6).
public enum CashCode {}
