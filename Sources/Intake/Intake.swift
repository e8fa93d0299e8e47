// The skeleton of Intake.
